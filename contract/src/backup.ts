import type { FieldProblem } from './errors.ts';
import type { SavedView } from './saved-view.ts';
import type { Storage } from './storage.ts';
import type { SchemaState } from './storage-schema.ts';
import type { Tier } from './plans.ts';

/** Days that a backup is kept. The newest one of a project stays as long as the project does. */
export const backupDays: Record<Tier, number> = { free: 7, pro: 14, scale: 30, enterprise: 90 };

export const backupLimits = {
  /** Backups that people asked for, of one project at a time. */
  asked: 10,
  /** Records that one restore names. */
  ids: 100,
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
  /** When a part of it was first found missing or damaged; null while all that was looked at is whole. */
  damagedAt: string | null;
  /** Storages of it that were read whole since the backup before was damaged. */
  reread: number;
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

/** GET /app/project/{projectId}/backups/{backupId}/contents: the file contents.json of a downloaded backup, see docs/backups.md. */
export interface BackupContents {
  format: string;
  id: string;
  readTime: string;
  project: { id: string; name: string };
  storages: {
    id: string;
    records: number;
    files: number;
    settings: Storage;
    /** JSON of its schema and of its access rules, where it has some. */
    schema: string | null;
    accessRules: string | null;
    /** Of the schema; absent in earlier backups. */
    schemaState?: SchemaState | null;
    /** The next number of each field that counts; absent in earlier backups. */
    counters?: Readonly<Record<string, number>>;
    endpoints: readonly BackedUpEndpoint[];
    /** Absent in earlier backups. */
    views?: readonly SavedView[];
    /** JSON of the mails to app users; absent where the owner has changed nothing. */
    mails?: string;
  }[];
}

/** An endpoint without its token or secret. `generated`: made with its storage. */
export interface BackedUpEndpoint {
  type: string;
  functionality: string;
  method: string;
  url: string | null;
  generated?: boolean;
}

/**
 * `missing` brings back records that are gone; `changed` also takes back what was changed since; `exact` also moves records that were
 * made since to the trash.
 */
export const restoreModes = ['missing', 'changed', 'exact'] as const;
export type RestoreMode = (typeof restoreModes)[number];

/** `inPlace`: into the storages that the project has, those that are gone become new ones. `beside`: into new storages. */
export const restorePlaces = ['inPlace', 'beside'] as const;
export type RestorePlace = (typeof restorePlaces)[number];

/** The body of POST /app/project/{projectId}/backups/{backupId}/restore */
export interface RestoreOrder {
  /** Ids of storages in the backup; all of them when absent. */
  storages?: string[] | undefined;
  place: RestorePlace;
  mode: RestoreMode;
  /** Only these records of one storage, by the ids that apps know. */
  ids?: string[] | undefined;
  /** Only records of one storage that these conditions of a list fit, as they were: `status=open&total>5`. */
  where?: string | undefined;
  /** Also gives storages that are there their settings, schema, access rules, endpoints and saved views of that time; new ones get them anyway. */
  setup?: boolean | undefined;
  /** Counts what would be changed, and changes nothing. */
  dryRun: boolean;
}

/** The parts of a storage beside its records. */
export type SetupPart = 'settings' | 'schema' | 'access' | 'endpoints' | 'views' | 'mails';

/** A storage that is restored, and the job that does it. */
export interface StartedRestore {
  /** The storage in the backup. */
  from: string;
  /** Null in a count for a storage that the project does not have: all records would come into a new one. */
  storageId: string | null;
  storageName: string;
  /** In the backup. */
  records: number;
  /** Whether a storage is made for it. */
  isNew: boolean;
  /** Null where there is no storage yet. */
  jobId: string | null;
  /** The parts that are brought back beside the records, or would be. */
  setup: SetupPart[];
  /** Names each thing that is in no backup, or cannot be brought back, with what to do. */
  gaps: FieldProblem[];
}
