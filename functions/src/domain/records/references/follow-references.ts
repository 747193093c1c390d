import { limits, type Literal, type QueryWarning } from '@bedplate/contract';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { askedFilters, noRecord } from '../query/bound-query.ts';
import { readsPerRequest, tooBroad } from '../query/budget.ts';
import type { Filter } from '../query/filter.ts';
import type { ListQuery } from '../query/list-query.ts';
import { list } from '../query/list.ts';
import { readFilters } from '../query/read-filters.ts';
import { fieldPath } from '../query/parse-filter.ts';
import { referenceIn } from '../query/through-path.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { ledBy } from './led-by.ts';
import type { Reach } from './reach.ts';
import { referredStorage } from './reference-fields.ts';

/** How the records were found that conditions through a reference mean. */
export interface FollowStep {
  readonly name: string;
  readonly plan: string;
  readonly reads: number;
}

export interface Followed {
  /** Conditions through references have become conditions on the ids in them. */
  readonly query: ListQuery;
  readonly steps: readonly FollowStep[];
  readonly warnings: readonly QueryWarning[];
}

interface Work {
  readonly services: RecordServices;
  readonly reach: Reach;
  readonly zone: string | undefined;
  readonly steps: FollowStep[];
  readonly warnings: QueryWarning[];
  /** By storage and conditions: alternatives may share some. */
  readonly found: Map<string, Promise<string[]>>;
}

interface Level {
  readonly storage: StorageRow;
  /** Of the references that lead here. */
  readonly names: readonly string[];
}

/** Values of one field that an index is asked for at once. */
const mostIds = 30;

/**
 * Finds the records that conditions such as `author.name=Ada` mean, in their own storage and under the caller's rights there.
 * Conditions on one reference are about one record; `!=` means that none of the records referred to has the value.
 * @param query of the caller's reach
 * @throws {ApiError} query-too-broad for more than 30 records; permission-denied; invalid-argument
 */
export async function followReferences(
  { services, reach }: Pick<Work, 'services' | 'reach'>,
  storage: StorageRow,
  query: ListQuery,
): Promise<Followed> {
  const catalogue = catalogueOf(storage.data);
  const own = askedFilters(query).filter(({ path }) => referenceIn(catalogue, path) === undefined);
  // Refuses what is no value of its field, also where what is found through a reference decides the list without it.
  readFilters(catalogue, { ...query, filters: own });
  const work: Work = { services, reach, zone: query.zone, steps: [], warnings: [], found: new Map() };
  const level: Level = { storage, names: [] };
  const filters = await onIds(work, level, query.filters);
  const either: Filter[][] = [];
  for (const set of query.either ?? []) either.push(await onIds(work, level, set));
  const named = query.named?.filter(({ path }) => referenceIn(catalogue, path) === undefined);
  return {
    query: { ...query, filters, ...(query.either && { either }), ...(named && { named }), asked: query.asked ?? query },
    steps: work.steps,
    warnings: work.warnings,
  };
}

async function onIds(work: Work, level: Level, filters: readonly Filter[]): Promise<Filter[]> {
  const catalogue = catalogueOf(level.storage.data);
  const own = filters.filter(({ path }) => referenceIn(catalogue, path) === undefined);
  const through = filters.filter((filter) => !own.includes(filter));
  const groups = Map.groupBy(through, (filter) => (filter.operator === '!=' ? filter : referenceIn(catalogue, filter.path)));
  const asked: Filter[] = [];
  for (const group of groups.values()) asked.push(...(await onIdsOf(work, level, group)));
  return [...own, ...asked];
}

/** @param group conditions through one reference */
async function onIdsOf(work: Work, level: Level, group: readonly Filter[]): Promise<Filter[]> {
  const [{ path, operator }] = group as [Filter]; // groups are not empty
  const field = path.slice(0, path.indexOf('.'));
  const names = [...level.names, field];
  if (names.length > limits.expandLevels)
    throw invalidField(path, `${path.slice(0, 80)} leads through more than ${limits.expandLevels} references.`);
  const isNone = operator === '!=';
  const inner = group.map((filter) => below(filter, [...level.names, filter.path].join('.'), field));
  const ids = await idsThat(work, { storage: level.storage, names }, inner);
  if (isNone && ids.length === 0) return [];
  if (ids.length === 0) return [noRecord];
  return [{ path: field, operator: isNone ? '!=' : '=', literals: ids.map((text): Literal => ({ text, quoted: true })) }];
}

/** @returns the condition as the records referred to are asked it */
function below({ path, operator, literals, around }: Filter, name: string, field: string): Filter {
  const shown = name.slice(0, 80);
  const rest = fieldPath(shown, path.slice(field.length + 1));
  if (operator === 'near') throw invalidField('near', 'near takes a geo field of the storage itself.');
  if (notCompared.has(rest.split('.')[0] ?? '') || (rest === 'id' && operator !== '=' && operator !== '!='))
    throw invalidField(shown, `${shown}${operator} cannot be asked through a reference: only fields are.`);
  if (/!?=/.test(operator) && literals.some(({ text, quoted }) => !quoted && (text === 'null' || text === '')))
    throw invalidField(
      shown,
      `${shown} is compared with values only, since a record that refers to nothing lacks it too. Find the records without it in their own storage, and ask ${field}=id|id.`,
    );
  return { path: rest, operator: operator === '!=' ? '=' : operator, literals, ...(around && { around }) };
}

const notCompared: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'deletedAt', 'is_deleted', 'file_metadata']);

function idsThat(work: Work, level: Level, filters: readonly Filter[]): Promise<string[]> {
  const key = JSON.stringify([level.names, filters]);
  const known = work.found.get(key);
  if (known) return known;
  const found = findIds(work, level, filters);
  work.found.set(key, found);
  return found;
}

async function findIds(work: Work, { storage, names }: Level, filters: readonly Filter[]): Promise<string[]> {
  const { services, reach, zone } = work;
  const field = (await rulesOf(services, storage))?.fields.get(names.at(-1) ?? '');
  const target = field && (await reach.storage(referredStorage(field) ?? ''));
  if (!target) return [];
  const prefix = names.join('.');
  const named = filters.map(({ path }) => ({ parameter: `${prefix}.${path}`, path }));
  const sort = { path: 'createdAt', direction: 'desc' } as const;
  const asked: ListQuery = {
    filters,
    sort,
    page: 1,
    limit: mostIds + 1,
    deleted: 'no',
    explain: false,
    countsNoTotal: true,
    named,
    ...(zone ? { zone } : {}),
  };
  const parameter = named[0]?.parameter ?? prefix;
  const reached = await ledBy({ name: parameter, field: parameter, verb: 'list' }, () => reach.reached(target, asked));
  const query = { ...reached, filters: await onIds(work, { storage: target, names }, reached.filters) };
  const { found, next, path, reads, warnings = [] } = await list(services, target, query);
  const name = filters.map((filter) => `${prefix}.${filter.path}`).join(', ');
  work.steps.push({ name, plan: path, reads });
  work.warnings.push(...warnings);
  if (work.steps.reduce((sum, step) => sum + step.reads, 0) > readsPerRequest) throw tooBroad('through', { name });
  // A record may be referred to by an id that its app has chosen, and by ours.
  const ids = [...new Set(found.flatMap(({ id, stored: { clientId = id } }) => [clientId, id]))];
  if (next !== null || ids.length > mostIds) throw tooMany(name, names.at(-1) ?? '');
  return ids;
}

function tooMany(name: string, field: string): ApiError {
  const message = `${name.slice(0, 200)}: more than ${mostIds} records match there. Add a condition that fewer match, such as one more on ${field}, or find those records first and ask ${field}=id|id.`;
  return new ApiError('query-too-broad', message, { field: name.slice(0, 80) });
}
