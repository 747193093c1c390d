import { limits, problem, seenText, shownText } from '@bedplate/contract';
import { z } from 'zod';
import { ruled } from './ruled.ts';
import { isDocumentId } from '../store/model/collection.ts';

/** An id in a path. What cannot be a document's id becomes one that no document has: 404 like every unknown id. */
export const PathId = z.string().transform((id) => (isDocumentId(id) ? id : '-'));

/** The id of the last row of the page before. Another text is refused: the list would begin anywhere. */
export const After = z.string().refine(isDocumentId, ruled('afterForeign'));

export const ProjectPath = z.object({ projectId: PathId });
export const StoragePath = z.object({ projectId: PathId, storageId: PathId });
/** Apps may choose records' ids, so the domain checks them. */
export const ItemPath = z.object({ projectId: PathId, storageId: PathId, itemId: z.string() });

/** A name that people read: of a team, a role or a passkey. */
export function nameOf(length: number) {
  return z
    .string()
    .trim()
    .regex(seenText, problem('titleMissing'))
    .max(length, problem('titleLong', { max: length }))
    .regex(shownText, problem('textCharacters'));
}

export const Search = z
  .string()
  .trim()
  .max(limits.searchLength, problem('searchLong', { max: limits.searchLength }))
  .optional();

/** ASC or DESC in any letter case. */
export const SortOrder = z
  .string()
  .toUpperCase()
  .pipe(z.enum(['ASC', 'DESC'], ruled('parameterOneOf', { name: 'sortOrder', allowed: 'ASC, DESC' })));

/** A checkbox in a query: true or false; empty counts as not given. */
export const Flag = z
  .enum(['true', 'false', ''])
  .transform((text) => text === 'true')
  .optional();

/** A moment (ISO 8601) or a bare date; empty counts as not given. */
export const DateParam = z
  .string()
  .max(40)
  .transform((text) => text.trim() || undefined)
  .refine((text) => text === undefined || isDate(text), problem('momentShape'))
  .optional();

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) return false;
  return !Number.isNaN(Date.parse(text)) && beginsWithDay(text);
}

/** Checks that a date exists: Date.parse rolls 2026-02-31 over to March. @param text begins with yyyy-mm-dd */
function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const millis = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(day);
}
