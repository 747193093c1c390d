import { isDeepStrictEqual } from 'node:util';
import type { RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { changedFields, gone } from '../../store/changed-fields.ts';
import { incomplete, type RecordIndex } from '../records/index-record.ts';

/** A record's document without its index, which follows from the rest and is most of its size. */
export type RecordBody = Omit<RecordDocument<Timestamp>, 'idx'>;

const isRead: Readonly<Record<keyof RecordBody, true>> = {
  data: true,
  files: true,
  clientId: true,
  known: true,
  hasPassword: true,
  owner: true,
  createdAt: true,
  updatedAt: true,
  restoredAt: true,
  ownedAt: true,
  createdBy: true,
};
/** What is read of a record that is to be changed. */
export const bodyFields: readonly string[] = Object.keys(isRead);

/** Of a record that is new, `before` is null. */
export interface IndexChange {
  readonly before: RecordIndex | null;
  readonly now: RecordIndex;
}

/**
 * @param index of both, by the catalogue at hand; for the record before it gives the tokens that it was written with, since fields
 * keep their codes
 * @returns what an update takes to bring a record's document from one state to the other
 */
export function recordChanges(
  before: RecordBody,
  now: RecordBody,
  index: { readonly before: RecordIndex; readonly now: RecordIndex },
): Record<string, unknown> {
  const changes = changedFields(before, now);
  if (!isSameIndex(before, index)) changes.idx = index.now.idx;
  const [old, fresh] = [new Set(index.before.tokens), new Set(index.now.tokens)];
  for (const token of fresh) if (!old.has(token)) changes[token] = true;
  for (const token of old) if (!fresh.has(token)) changes[token] = gone;
  return changes;
}

/** Written by a smaller catalogue, the stored index says less about fields that are missing. */
function isSameIndex({ known }: RecordBody, { before, now }: { before: RecordIndex; now: RecordIndex }): boolean {
  return known === now.known && known !== incomplete && isDeepStrictEqual(before.idx, now.idx);
}
