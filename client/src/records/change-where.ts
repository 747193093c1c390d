import { BedplateError } from '../transport/errors.ts';
import { type CountQuery, queryString } from './query.ts';
import type { Stored } from './records.ts';

/** Which records a change by filter means: conditions, or all of the storage. */
export type ChangeQuery<T> = (Omit<CountQuery<T>, 'deleted' | 'explain'> & { all?: undefined }) | { all: true };

/** The result of a change by filter. */
export interface ChangeAnswer {
  /** The name of the act. */
  act: string;
  /** Records that matched; at least so many unless `isExact`. */
  matched: number;
  isExact: boolean;
  /** So far, where a job changes them. */
  changed: number;
  /** The body of `POST /api/undo` that takes the act back; null where the storage keeps no history. */
  undo: { storageId: string; job: string } | null;
  /** Where more than a hundred records change: ask `changeJob` how far it is. */
  job: ChangeJob | null;
}

export interface ChangeJob {
  id: string;
  state: 'running' | 'done' | 'cancelled';
  /** Records looked at, those that it changed, and those that refused the change and stayed as they are. */
  seen: number;
  changed: number;
  kept: number;
  /** The first of those that refused. */
  refused?: { id: string; message: string }[];
  total: number | null;
  /** Why the last try to go on has failed; it is tried again. */
  failure: string | null;
  createdAt: string;
  finishedAt: string | null;
  canUndo: boolean;
}

/** The effect that a change by filter would have. */
export interface ChangePreview<T> {
  matched: number;
  isExact: boolean;
  /** Ten records at most: as an update would leave them, or as a delete would find them. */
  samples: Stored<T>[];
  /** Records that were tried, and those of them that would refuse. */
  tried: number;
  refused: number;
  refusals: { id: string; message: string }[];
  isJob: boolean;
  canUndo: boolean;
}

/**
 * @returns the query string of a change by filter
 * @throws {BedplateError} `invalid-argument` for a condition that is undefined: leaving it out would change more records
 */
export function changeString<T>(query: ChangeQuery<T>): string {
  if (query.all) return 'all=true';
  const { where = {}, or = [], ...rest } = query;
  const empty = [where, ...or, rest].flatMap((conditions) => Object.entries(conditions)).find(([, condition]) => isNothing(condition));
  if (empty) throw new BedplateError('invalid-argument', `The condition on ${empty[0]} is undefined: leave it out, or say what it is.`);
  return queryString<T>(query);
}

function isNothing(condition: unknown): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition) || condition instanceof Date) return false;
  const given = Object.values(condition);
  return given.length === 0 || given.includes(undefined);
}
