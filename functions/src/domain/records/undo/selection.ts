import { z } from 'zod';
import { type AuthorSelector, isOneText, soughtBy } from '../history/authors.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { Entry } from '../history/entries.ts';

/** Which changes an undo takes back: by whom, in which span of time, of all records or of one, of all fields or of one. */
export const Selection = z.object({
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['key', 'user', 'member', 'import', 'request', 'job', 'activity']), id: z.string() }),
    z.object({ kind: z.literal('anyone') }),
  ]),
  /** The key of one record. */
  record: z.string().nullable(),
  /** The name of one field; absent in jobs of earlier versions. */
  field: z.string().nullable().default(null),
  /** Milliseconds since 1970, both included. */
  from: z.number(),
  until: z.number(),
});
export type Selection = z.infer<typeof Selection>;

/** @param name of a field: whether the change is taken back there; absent: whether it is at all. An undo of one field moves no record. */
export type IsSelected = (entry: Entry, name?: string) => boolean;

const hourMillis = 3_600_000;
const dayMillis = 86_400_000;

/** @returns the moment from which the storage keeps changes; milliseconds since 1970 */
export function keptSince({ data: { history = 0 } }: StorageRow, now: number): number {
  return now - history * dayMillis;
}

export function isSelected({ by, record, field, from, until }: Selection, entry: Entry, name?: string): boolean {
  const at = entry.at.toMillis();
  return at >= from && at <= until && (record === null || entry.key === record) && isOfField(field, entry, name) && isBy(by, entry);
}

/** The same, for who plans record by record. */
export function selectedBy(selection: Selection): IsSelected {
  return (entry, name) => isSelected(selection, entry, name);
}

function isOfField(field: string | null, { op, fields }: Entry, name = field): boolean {
  return field === null || (name === field && op === 'update' && fields.includes(field));
}

/** @returns the texts that the entries are found by, oldest first: one for each hour, or one in all */
export function textsOf({ by, from, until }: Selection): string[] {
  if (isOneText(by)) return [soughtBy(by, '')];
  const hours = Math.floor(until / hourMillis) - Math.floor(from / hourMillis) + 1;
  return Array.from({ length: hours }, (_, i) => soughtBy(by, hourAt(from + i * hourMillis)));
}

const hourAt = (millis: number) => new Date(millis).toISOString().slice(0, 13).replace(/\D/g, '');

function isBy(by: AuthorSelector, { actor, requestId, importId, jobId, activityId }: Entry): boolean {
  switch (by.kind) {
    case 'anyone':
      return true;
    case 'key':
    case 'member':
      return actor === by.id;
    case 'user':
      return actor === `user:${by.id}`;
    case 'request':
      return requestId === by.id;
    case 'import':
      return importId === by.id;
    case 'job':
      return jobId === by.id;
    case 'activity':
      return activityId === by.id;
  }
}
