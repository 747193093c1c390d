import { z } from 'zod';
import { limits } from './limits.ts';
import { problem } from './texts/rules.ts';
import type { ArchivedProjectEntry, TrashEntry } from './trash-entry.ts';

/** POST …/archivedStorage/{id}/delete and /archivedProject/{id}/delete: the name, typed by hand. */
export const DeleteForGood = z.object({ name: z.string(problem('titleMissing')).max(200, problem('titleLong', { max: 200 })) });
export type DeleteForGood = z.infer<typeof DeleteForGood>;

/** POST /app/users/delete-account: the person's own address, typed by hand, and the proofs that a new password needs. */
export const DeleteAccount = z.object({
  email: z.string(problem('emailMissing')).max(limits.emailLength, problem('emailLong', { max: limits.emailLength })),
  current_password: z.string().max(limits.passwordMax).nullish(),
  twoFactorCode: z.string().max(12).nullish(),
});
export type DeleteAccount = z.infer<typeof DeleteAccount>;

/** PUT /app/users/archive-setting: whether archives older than 30 days are deleted for good. */
export const ArchiveSetting = z.object({ purgeArchives: z.boolean() });
export type ArchiveSetting = z.infer<typeof ArchiveSetting>;

/** GET /app/project/{id}/archivedStorages: one row. */
export interface ArchivedStorage {
  id: string;
  originalId: string;
  projectId: string;
  userId: string;
  storageName: string;
  storageKey: string;
  isSoftDelete: boolean;
  originalCreatedAt: string;
  /** When it was archived. */
  createdAt: string;
}

/** GET /app/archivedProjects: one row. */
export interface ArchivedProject {
  id: string;
  originalId: string;
  userId: string;
  projectName: string;
  projectDescription: string;
  originalCreatedAt: string;
  originalUpdatedAt: string;
  /** When it was archived. */
  createdAt: string;
}

/** POST /api/trash: brings an archived storage or project back, or deletes it for good by its typed name. */
export const TrashOrder = z.union([
  z.strictObject({ restore: z.string().max(200) }),
  z.strictObject({ purge: z.string().max(200), name: z.string().max(200) }),
  z.strictObject({ restoreProject: z.string().max(200) }),
  z.strictObject({ purgeProject: z.string().max(200), name: z.string().max(200) }),
]);
export type TrashOrder = z.infer<typeof TrashOrder>;

/** GET /app/trash: one part of the trash of the whole account. */
export interface AccountTrash {
  readonly entries: readonly AccountTrashEntry[];
  /** Where the next part begins; null after the last. */
  readonly next: string | null;
}

/** With the project that it belongs to, or is: a project's storages and records come back with it. */
export type AccountTrashEntry = { readonly projectId: string; readonly projectName: string } & (
  | TrashEntry
  | Omit<ArchivedProjectEntry, 'projectId'>
);

/** GET /app/project/{projectId}/trash: one part of it. */
export interface ProjectTrash {
  readonly entries: readonly TrashEntry[];
  /** Where the next part begins; null after the last. */
  readonly next: string | null;
}
