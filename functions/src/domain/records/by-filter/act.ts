import { type FieldProblem, parseKeepingDigits } from '@bedplate/contract';
import type { Candidate } from '../query/candidate.ts';
import { closedFieldsOf } from '../model/closed-fields.ts';
import { isoTime } from '../model/present.ts';
import { updateInput } from '../model/record-input.ts';
import type { RecordWrite, WriteAccess, WriteResult } from '../model/record-write.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import type { ListQuery } from '../query/list-query.ts';
import { inPlace } from '../write/refusals.ts';

/** A change of all records that match, as its author may make it. */
export interface Act extends Actor {
  /** Of the author's reach: see `reachedQuery`. */
  readonly query: ListQuery;
  readonly change: { readonly op: 'update'; readonly fields: unknown } | { readonly op: 'delete'; readonly permanent: boolean };
  /** Fields stay closed to app users. */
  readonly byUser: boolean;
  /** An app user whose own records alone are reached. */
  readonly owner?: string | undefined;
  /** Where rules bind the author. No job keeps them: they are of one call. */
  readonly access?: WriteAccess | undefined;
}

/** @returns the change of one record, on the state in which it was found */
export function writeOf(storage: StorageRow, { change, byUser, owner, access }: Act, { id, stored }: Candidate): RecordWrite {
  const common = {
    storage,
    id,
    where: `records[${stored.clientId ?? id}]`,
    ifUpdatedAt: isoTime(stored.updatedAt),
    ...(owner === undefined ? {} : { owner }),
    ...(access ? { access } : {}),
  };
  if (change.op === 'delete') return { ...common, op: 'delete', permanent: change.permanent };
  return { ...common, op: 'update', input: updateInput(change.fields), ...(byUser ? { closed: closedFieldsOf(storage) } : {}) };
}

/** @returns what the changed records are warned of, by their ids */
export function warningsOf(results: readonly WriteResult[]): FieldProblem[] {
  return results.flatMap(({ id, warnings = [] }) => inPlace(`records[${id}]`, warnings));
}

/** The author of its changes, which are one act in the history. */
export function authorIn({ actor, origin }: Act, actId: string): Actor {
  return { actor, origin: { ...origin, jobId: actId } };
}

/** As a job keeps it: a text holds lists of lists, and the digits of numbers. */
export function textOfAct(act: Act): string {
  return JSON.stringify(act);
}

export function actOfText(text: unknown): Act {
  return parseKeepingDigits(String(text)) as Act; // as `textOfAct` wrote it
}
