import { encodeFields } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { type Catalogue, catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { askedFilters, withConditions } from '../query/bound-query.ts';
import type { Candidate } from '../query/candidate.ts';
import { matchOf } from '../query/match.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { viewConditions } from '../query/view-conditions.ts';
import { microsOf, type RecordLine } from '../snapshots/record-line.ts';

/**
 * Reads the conditions of a restore, which are those of a list: `status=open&or=(price<5,stock>0)`.
 * @returns whether a record of a backup is meant, as it was
 * @throws {ApiError} invalid-argument, also for one that leads through a reference: a backup follows none
 */
export function linesWhere(storage: StorageRow, where: string): (line: RecordLine) => boolean {
  const catalogue = catalogueOf(storage.data);
  const query = { ...parseListQuery(''), ...viewConditions(where) };
  for (const { path } of askedFilters(query)) refuseThrough(catalogue, path);
  const sets = (query.either ?? [[]]).map((set) => matchOf(catalogue, withConditions(query, set)));
  return (line) => {
    const candidate = candidateOf(line);
    return sets.some((isMatch) => isMatch(candidate));
  };
}

function refuseThrough(catalogue: Catalogue, path: string): void {
  const [first = '', second] = path.split('.');
  const declared = catalogue.byPath.get(first)?.declared;
  if (second !== undefined && [declared?.type, declared?.of].includes('reference'))
    throw invalidField('where', say('backupThrough', { path: path.slice(0, 80) }));
}

function candidateOf({ key, id = key, createdAt, updatedAt, fields }: RecordLine): Candidate {
  const times = { createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) };
  return { id, fields, stored: { data: encodeFields({}), files: {}, ...times } };
}

function timeOf(text: string): Timestamp {
  return Timestamp.fromMillis(microsOf(text).millis);
}
