import { isDeepStrictEqual } from 'node:util';
import type { RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { changedFields, type FlagChanges } from '../../../store/model/writes.ts';
import { incomplete, type RecordIndex } from '../index/index-record.ts';

/** A record's document without its index, which follows from the rest and is most of its size. */
export type RecordBody = Omit<RecordDocument<Timestamp>, 'idx'>;

const isRead: Readonly<Record<keyof RecordBody, true>> = {
  data: true,
  files: true,
  iv: true,
  clientId: true,
  refs: true,
  known: true,
  hasPassword: true,
  passwordMark: true,
  endedSessions: true,
  teams: true,
  owner: true,
  labels: true,
  gained: true,
  createdAt: true,
  updatedAt: true,
  restoredAt: true,
  ownedAt: true,
  createdBy: true,
  rev: true,
};
/** The fields that are read before a record is changed. */
export const bodyFields: readonly string[] = Object.keys(isRead);

/** Of a record that is new, `before` is null. */
export interface IndexChange {
  readonly before: RecordIndex | null;
  readonly now: RecordIndex;
}

/**
 * @param index of both, by the catalogue at hand; for the record before it gives the tokens that it was written with, since fields
 * keep their codes. Where it may have been written in another form, all tokens are set, and those of every form are removed.
 * @returns what an update takes to bring a record's document from one state to the other
 */
export function recordChanges(
  before: RecordBody,
  now: RecordBody,
  index: { readonly before: RecordIndex; readonly now: RecordIndex },
): { changes: Record<string, unknown>; flags: FlagChanges } {
  const changes = changedFields(before, now);
  const isUnsure = before.iv !== now.iv || index.before.isChanging;
  if (isUnsure || !isSameIndex(before, index)) changes.idx = index.now.idx;
  const left = new Set(isUnsure ? [...index.before.tokens, ...index.before.earlier] : index.before.tokens);
  const late = new Set(index.before.late);
  const set = index.now.tokens.filter((token) => !left.delete(token) || isUnsure || late.has(token));
  return { changes, flags: { set, cleared: [...left] } };
}

/** Written by a smaller catalogue, the stored index says less about fields that are missing. */
function isSameIndex({ known }: RecordBody, { before, now }: { before: RecordIndex; now: RecordIndex }): boolean {
  return known === now.known && known !== incomplete && isDeepStrictEqual(before.idx, now.idx);
}
