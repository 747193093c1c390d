import { restoreModes } from '@bedplate/contract';
import { z } from 'zod';

/** The input of a job that restores records of a backup into a storage. */
export const RestoreInput = z.strictObject({
  /** Of the project's backups in Cloud Storage. */
  folder: z.string(),
  backupId: z.string(),
  /** The storage in the backup: another one than the job's where records are restored beside. */
  from: z.string(),
  mode: z.enum(restoreModes),
  /** Only counts. */
  isTrial: z.boolean(),
  /** Whether the changes can be taken back. */
  hasHistory: z.boolean(),
  /** Only these records, by their ids as apps know them; null for all. */
  ids: z.array(z.string()).nullable(),
  /** Only those that these conditions fit; absent in jobs of earlier versions. */
  where: z.string().nullable().default(null),
  /** Whether receivers hear of all records at once, at the end. */
  isToldOnce: z.literal(true).optional(),
});
export type RestoreInput = z.infer<typeof RestoreInput>;

/** Whether it is about some records of the storage: then no other one leaves it. */
export function meansSome({ ids, where }: Pick<RestoreInput, 'ids' | 'where'>): boolean {
  return ids !== null || where !== null;
}
