import { decodeFields, type DeletedDocument, type Json, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Row } from '../../../store/model/row.ts';
import type { SortValue } from '../index/index-value.ts';
import { fromTrash, type StoredRecord } from '../model/present.ts';
import type { Subject } from './filter.ts';

/** A record that a plan has found: still to be checked and ordered. */
export interface Candidate {
  readonly id: string;
  readonly stored: StoredRecord;
  readonly fields: Readonly<Record<string, Json>>;
}

/** A position in a list: a record's sort value and id. `value` is null when the field has no scalar. */
export interface Position {
  readonly value: SortValue | null;
  /** By the further fields of an order by several. */
  readonly others?: readonly (SortValue | null)[];
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
