import type { Tier } from './plans.ts';

/** Days that a backup is kept. The newest one of a project stays as long as the project does. */
export const backupDays: Record<Tier, number> = { free: 7, pro: 14, scale: 30, enterprise: 90 };

export const backupLimits = {
  /** Backups that people asked for, of one project at a time. */
  asked: 10,
  /** In one answer. */
  listed: 120,
} as const;

/** `nightly`: made by itself; `asked`: by a person. */
export type BackupCause = 'nightly' | 'asked';
export type BackupState = 'running' | 'ready' | 'failed';

/** GET /app/project/{projectId}/backups */
export interface Backup {
  id: string;
  cause: BackupCause;
  state: BackupState;
  /** It holds what the project was at this moment; null before it has begun. ISO 8601. */
  readTime: string | null;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string | null;
  /** Of who asked for it; null for a nightly one. */
  madeBy: string | null;
  storages: number;
  records: number;
  files: number;
  /** Records as text, before they are compressed. */
  bytes: number;
  /** The project had not changed until then. */
  currentAt: string | null;
  failure: string | null;
}

/** A storage in a backup: GET /app/project/{projectId}/backups/{backupId} */
export interface BackedUpStorage {
  id: string;
  storageName: string;
  storageKey: string;
  records: number;
  files: number;
  bytes: number;
  /** Whether the project still has it. */
  isPresent: boolean;
  /** Whether what a restore changes there can be undone: its records keep a history. */
  keepsHistory: boolean;
}

export interface BackupDetails extends Backup {
  contents: BackedUpStorage[];
}
