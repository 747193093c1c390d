import { decodeFields, type DeletedDocument, type Json, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Row } from '../../../store/model/row.ts';
import { valueAt } from '../model/field-path.ts';
import { type IndexValue, normalise } from '../../search-text/normalise.ts';
import { fromTrash, type StoredRecord } from '../model/present.ts';
import type { Subject } from './filter.ts';
import type { Sort } from './list-query.ts';

/** A record that a plan has found: still to be checked and ordered. */
export interface Candidate {
  readonly id: string;
  readonly stored: StoredRecord;
  readonly fields: Readonly<Record<string, Json>>;
}

/** A position in a list: a record's sort value and id. `value` is null when the field has no scalar. */
export interface Position {
  readonly value: IndexValue | null;
  readonly id: string;
}

export function candidateOf(row: Row<RecordDocument<Timestamp>>): Candidate {
  return { id: row.id, stored: row.data, fields: decodeFields(row.data.data) };
}

/** @returns null for what is no record, such as the tombstone of one that was deleted for good */
export function trashCandidate(row: Row<DeletedDocument<Timestamp>>): Candidate | null {
  const stored = fromTrash(row.data);
  return stored && { id: row.id, stored, fields: decodeFields(stored.data) };
}

export function subjectOf({ id, stored, fields }: Candidate): Subject {
  return new RecordSubject(id, fields, stored);
}

/** Few conditions ask for the times, and every record of a list is a subject. */
class RecordSubject implements Subject {
  constructor(
    readonly id: string,
    readonly fields: Candidate['fields'],
    private readonly stored: StoredRecord,
  ) {}

  get shownId(): string {
    return this.stored.clientId ?? this.id;
  }

  get createdAt(): number {
    return this.stored.createdAt.toMillis();
  }

  get updatedAt(): number {
    return this.stored.updatedAt.toMillis();
  }

  get deletedAt(): number | undefined {
    return this.stored.deletedAt?.toMillis();
  }
}

/** Times are compared as microseconds, which is what Firestore keeps. */
export function positionOf(candidate: Candidate, { path }: Sort): Position {
  const { id, stored, fields } = candidate;
  if (path === 'id') return { value: null, id };
  if (path === 'createdAt') return { value: micros(stored.createdAt), id };
  if (path === 'updatedAt') return { value: micros(stored.updatedAt), id };
  if (path === 'deletedAt') return { value: stored.deletedAt ? micros(stored.deletedAt) : null, id };
  return { value: normalise(valueAt(fields, path)) ?? null, id };
}

function micros(time: Timestamp): number {
  return time.seconds * 1_000_000 + Math.floor(time.nanoseconds / 1000);
}
