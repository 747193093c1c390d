import type { Catalogue } from '../index/catalogue.ts';
import { type Candidate, subjectOf } from './candidate.ts';
import { matcherOf, type ReadFilter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import { readFilters } from './read-filters.ts';

/** @returns whether a live record is a member of the list, whichever way it was found */
export function isMatchOf(query: ListQuery, filters: readonly ReadFilter[]): (candidate: Candidate) => boolean {
  const isMatch = matcherOf({ ...query, filters, unsearched: query.bound?.unknown });
  return (candidate) => isWithin(query, candidate) && isMatch(subjectOf(candidate));
}

/** The same for whoever does not list. @throws {ApiError} invalid-argument for a literal that is no value of its field's type */
export function matchOf(catalogue: Catalogue, query: ListQuery): (candidate: Candidate) => boolean {
  return isMatchOf(query, readFilters(catalogue, query));
}

/** Only plans in the order of creation begin and end at the bounds; along another index they are seen on the record. */
function isWithin({ createdFrom, createdTo }: ListQuery, { stored }: Candidate): boolean {
  if (createdFrom === undefined && createdTo === undefined) return true;
  const createdAt = stored.createdAt.toMillis();
  return createdAt >= (createdFrom ?? createdAt) && createdAt <= (createdTo ?? createdAt);
}
