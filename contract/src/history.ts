import { z } from 'zod';

/** How many days a storage keeps what its records were before each change; 0: it keeps nothing. */
export const historyDays = [0, 7, 30, 90] as const;
export const HistoryDays = z.literal(historyDays);
export type HistoryDays = z.infer<typeof HistoryDays>;

/** GET /app/project/{id}/undo/authors: `data`. */
export interface UndoAuthors {
  members: { id: string; name: string }[];
  /** The account's pair has the name ''. */
  keys: { id: string; name: string }[];
}
