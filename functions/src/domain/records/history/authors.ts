import type { HistoryAuthor, HistoryDocument, RecordAuthor } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Actor } from '../model/storage-row.ts';

type Named = Pick<HistoryDocument<Timestamp>, 'actor' | 'keyId' | 'requestId' | 'importId' | 'jobId' | 'activityId'>;

/** Whose changes are meant: of a key, of an app user or member, of one import, call, job or row of the activity log, or of anybody. */
export type AuthorSelector =
  | { readonly kind: 'key' | 'user' | 'member' | 'import' | 'request' | 'job' | 'activity'; readonly id: string }
  | { readonly kind: 'anyone' };

/** The hour of a time in UTC, as in 2026112523. */
export function hourOf(millis: number): string {
  const hour = Math.floor(millis / hourMillis);
  if (hour !== last.hour) last = { hour, text: new Date(hour * hourMillis).toISOString().slice(0, 13).replace(/\D/g, '') };
  return last.text;
}

const hourMillis = 3_600_000;
/** Each entry asks for the present hour. */
let last = { hour: Number.NaN, text: '' };

/** The texts that an entry is found by: each author with the hour, since one that lasts would be written too often to one place of the index. */
export function foundBy({ actor, requestId, importId, jobId, activityId }: Named, millis: number): string[] {
  const hour = hourOf(millis);
  return [
    `h:${hour}`,
    `a:${actor}:${hour}`,
    ...(requestId ? [`q:${requestId}`] : []),
    ...(importId === undefined ? [] : [`i:${importId}`]),
    ...(jobId === undefined ? [] : [`j:${jobId}`]),
    ...(activityId === undefined ? [] : [`l:${activityId}`]),
  ];
}

/** @returns the text that the author's entries of an hour have; those of an import, a call, a job and a row of the log have one for all hours */
export function soughtBy(selector: AuthorSelector, hour: string): string {
  switch (selector.kind) {
    case 'anyone':
      return `h:${hour}`;
    case 'key':
    case 'member':
      return `a:${selector.id}:${hour}`;
    case 'user':
      return `a:user:${selector.id}:${hour}`;
    case 'request':
      return `q:${selector.id}`;
    case 'import':
      return `i:${selector.id}`;
    case 'job':
      return `j:${selector.id}`;
    case 'activity':
      return `l:${selector.id}`;
  }
}

export function isOneText({ kind }: AuthorSelector): boolean {
  return kind === 'request' || kind === 'import' || kind === 'job' || kind === 'activity';
}

/** The part of an entry that names who writes. */
export function authorPart({ actor, origin = {} }: Actor): Named {
  const { keyId, requestId, importId, jobId, activityId } = origin;
  return {
    actor,
    ...(keyId ? { keyId } : {}),
    ...(requestId ? { requestId } : {}),
    ...(importId ? { importId } : {}),
    ...(jobId ? { jobId } : {}),
    ...(activityId ? { activityId } : {}),
  };
}

export function authorOf({ actor, keyId, requestId, importId, jobId }: Named): HistoryAuthor {
  const calls = { ...(requestId ? { requestId } : {}), ...(importId ? { importId } : {}), ...(jobId ? { jobId } : {}) };
  if (!actor.startsWith('user:') && keyId) return { kind: 'key', id: keyId, ...calls };
  const writer = writerOf(actor);
  if (jobId && writer.kind !== 'appUser') return { kind: 'job', id: jobId, startedBy: writer, ...calls };
  return { ...writer, ...calls };
}

/** @param actor as records and jobs keep it */
export function writerOf(actor: string): RecordAuthor {
  if (actor.startsWith('user:')) return { kind: 'appUser', id: actor.slice('user:'.length) };
  return { kind: isKey.test(actor) ? 'key' : 'member', id: actor };
}

/** Keys are known by their hash, webhooks by their endpoint. */
const isKey = /^(?:[0-9a-f]{64}|hook_.+)$/;
