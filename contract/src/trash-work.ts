import { z } from 'zod';

/**
 * POST /app/project/{projectId}/dataStorages/{storageId}/trash: brings the deleted records of a storage back, or deletes them for good, a
 * part a call. `until`, `after` and `log` are those of the answer before: a record that is deleted after the first call stays where it is.
 */
export const TrashWork = z.strictObject({
  action: z.enum(['restore', 'purge']),
  until: z.iso.datetime().max(40).optional(),
  after: z.string().min(1).max(200).optional(),
  log: z.string().max(64).optional(),
});
export type TrashWork = z.infer<typeof TrashWork>;

/** The answer: what was done with this part, and what the next call sends. */
export interface TrashWorked {
  readonly done: number;
  /** Records that stay in the trash, such as users whose name another user has by now. */
  readonly failed: readonly { readonly id: string; readonly message: string }[];
  readonly until: string;
  /** Where the next part begins; null after the last. */
  readonly after: string | null;
  readonly log: string | undefined;
}
