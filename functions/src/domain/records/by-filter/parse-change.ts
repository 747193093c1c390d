import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { askedFilters } from '../query/bound-query.ts';
import type { Filter } from '../query/filter.ts';
import type { ListQuery } from '../query/list-query.ts';
import { parseCountQuery } from '../query/parse-query.ts';

/** A change of all records that match, before it is made. */
export interface FilteredChange {
  readonly query: ListQuery;
  /** Nothing is written. */
  readonly dryRun: boolean;
  /** Of a delete: for good, also with soft delete. */
  readonly permanent: boolean;
}

const own = ['dryRun', 'all', 'permanent'] as const;
type Own = (typeof own)[number];
/** Parameters of a list that say nothing when they are empty. */
const narrowing = ['search', 'dateFrom', 'dateTo'];

/**
 * Reads which records a change means. Whatever might mean more records than its author thinks of is refused: no condition, an empty
 * one, and a parameter in another spelling.
 * @param raw the address's undecoded query string
 * @throws {ApiError} invalid-argument naming the parameter
 */
export function parseFilteredChange(raw: string, op: 'update' | 'delete'): FilteredChange {
  const what = op === 'update' ? 'an update by filter' : 'a delete by filter';
  const given = new Map<Own, boolean>();
  const rest: string[] = [];
  for (const piece of raw.split('&')) {
    const [name = '', value = ''] = [...new URLSearchParams(piece)][0] ?? [];
    if (narrowing.includes(name) && value === '') throw invalidField(name, `${name} is empty. Leave it out, or say what it is.`);
    if (!isOwn(name)) {
      rest.push(piece);
      continue;
    }
    if (name === 'permanent' && op === 'update') throw invalidField(name, say('noMeaning.update', { name }));
    if (given.has(name)) throw invalidField(name, say('parameterTwice', { name }));
    if (value !== 'true' && value !== 'false') throw invalidField(name, `${name} must be true or false.`);
    given.set(name, value === 'true');
  }
  const query = parseCountQuery(rest.join('&'), op);
  for (const { path, isPlain } of query.named ?? []) if (isPlain) refuseMisspelt(path);
  if (query.explain) throw invalidField('explain', `explain has no meaning for ${what}; dryRun=true tells what it would do.`);
  if (query.deleted !== 'no') throw invalidField('deleted', `${capital(what)} reaches no record in the trash.`);
  refuseVague(query, { what, all: given.get('all') ?? false });
  return { query, dryRun: given.get('dryRun') ?? false, permanent: given.get('permanent') ?? false };
}

function isOwn(name: string): name is Own {
  return (own as readonly string[]).includes(name);
}

/** `dry_run=true` as a condition on a field would change records. */
function refuseMisspelt(path: string): void {
  const plain = path.toLowerCase().replace(/[_-]/g, '');
  const meant = own.find((name) => name.toLowerCase() === plain);
  if (meant) throw invalidField(path.slice(0, 80), `Did you mean ${meant}? A field of this name is filter[${path.slice(0, 80)}].`);
}

/** @throws {ApiError} for a change that does not say which records it means */
function refuseVague(query: ListQuery, { what, all }: { what: string; all: boolean }): void {
  const empty = askedFilters(query).find(isEmpty);
  if (empty) {
    const { path, operator } = empty;
    throw invalidField(
      path,
      `${path}${operator} is empty. ${path}${operator}null is for a missing value, ${path}${operator}"" for an empty text.`,
    );
  }
  const isNarrowed =
    askedFilters(query).length > 0 || query.search !== undefined || query.createdFrom !== undefined || query.createdTo !== undefined;
  if (!isNarrowed && !all) throw invalidField('all', `${capital(what)} needs a condition. For all records of the storage say all=true.`);
  if (isNarrowed && all) throw invalidField('all', 'all=true means all records of the storage, so it takes no condition.');
}

function isEmpty({ literals }: Filter): boolean {
  return literals.some(({ text, quoted }) => text === '' && !quoted);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
