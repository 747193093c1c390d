import { createHash } from 'node:crypto';
import {
  decodeFields,
  type DeletedDocument,
  elementTypeOf,
  exactKey,
  type Json,
  limits,
  type Literal,
  type LiveAsk,
  type LiveLabels,
  type LiveRecipe,
  literalsOfValue,
  type RecordDocument,
  readLiteral,
  type Scalar,
  scalarOf,
  type StorageDocument,
  type ValueType,
} from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { departed } from '../model/departure.ts';
import { valueAt } from '../model/field-path.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { type Filter, matcherOf, type Subject } from '../query/filter.ts';
import { readFilters } from '../query/read-filters.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import type { RecordBody } from './record-changes.ts';

/** A record as its labels are made from it. */
interface Labelled {
  /** As apps see it. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly fields: Readonly<Record<string, Json>>;
}

/** A recipe with the meaning that the fields of its storage have. */
export interface Recipe {
  /** Whether a record meets what it alone decides. */
  readonly isMet: (record: Labelled) => boolean;
  readonly asks: readonly { readonly path: string; readonly of: LiveAsk; readonly type: ValueType | undefined }[];
  readonly roles: readonly string[] | undefined;
  readonly key: string | undefined;
  /** A text that no other recipe has, nor the same one after a change of types. */
  readonly mark: string;
}

type Body = Pick<RecordBody, 'labels' | 'clientId' | 'updatedAt'>;

/**
 * Completes records that have changed, and those that go, by their labels.
 * @returns the writes that show listeners what has left them
 */
export function labelled(records: readonly InFlightRecord[]): Write[] {
  for (const record of records) {
    const { storage, key, clientId, before, now } = record;
    if (!storage.data.access?.labels) continue;
    const partOf = ({ createdAt, data = {} }: Pick<DeletedDocument<Timestamp>, 'createdAt' | 'data'>, earlier: Body | null) =>
      labelsPart(storage, { id: clientId ?? key, createdAt: createdAt.toMillis(), fields: decodeFields(data) }, earlier);
    if (now.live && now.live !== before.live) record.now = { ...now, live: { ...now.live, ...partOf(now.live, before.live) } };
    // Listeners know it as it was.
    const seen = before.live ?? before.deleted ?? now.deleted;
    if (now.deleted && now.deleted !== before.deleted && seen) record.now = { ...now, deleted: { ...now.deleted, ...partOf(seen, null) } };
  }
  return records.flatMap(({ storage, key, before, now }) => lostLabels({ storageId: storage.id, key }, before.live, now.live));
}

function labelsPart(storage: StorageRow, record: Labelled, before: Body | null): Pick<RecordDocument<Timestamp>, 'labels' | 'gained'> {
  const labels = labelsOf(storage, record);
  const gained = before ? labels.filter((label) => !before.labels?.includes(label)) : [];
  return { labels, ...(gained.length > 0 && { gained }) };
}

/** As long as deletions are remembered. */
function lostLabels({ storageId, key }: { storageId: string; key: string }, before: Body | null, now: Body | null): Write[] {
  const labels = now?.labels && before?.labels?.filter((label) => !now.labels?.includes(label));
  if (!labels || labels.length === 0) return [];
  return [departed({ storageId, key }, { labels, id: before?.clientId ?? key, leftAt: now.updatedAt })];
}

/** @returns one label for each value, or pair of values, that a set of conditions asks of the user; sorted */
export function labelsOf(storage: StorageRow, record: Labelled): string[] {
  const labels = new Set<string>();
  for (const recipe of recipesOf(storage)) {
    if (!recipe.isMet(record)) continue;
    const keys = recipe.asks.map(({ path, type }) => storedKeys(record, path, type));
    for (const combined of combinations(keys)) {
      if (labels.size === limits.recordLabels) break;
      labels.add(labelOf(recipe, combined));
    }
  }
  return [...labels].sort();
}

/** @returns the labels of the records that somebody with these values sees by a recipe */
export function labelsFor(recipe: Recipe, values: readonly (readonly Literal[])[]): string[] {
  const keys = recipe.asks.map(({ type }, i) => literalKeys(values[i] ?? [], type));
  return [...combinations(keys)].map((combined) => labelOf(recipe, combined));
}

const known = new WeakMap<StorageDocument<Timestamp>, readonly Recipe[]>();

/** @returns the recipes of the storage's rules; none where LiveSync decides nothing by labels */
export function recipesOf({ data }: StorageRow): readonly Recipe[] {
  const found = known.get(data) ?? (data.access?.labels?.recipes ?? []).map((recipe) => recipeIn(data, recipe));
  known.set(data, found);
  return found;
}

/** @returns a text that is another one as soon as labels would be made otherwise */
export function meaningOf(data: StorageRow['data'], recipes: LiveLabels['recipes']): string {
  return hash([...new Set(recipes.map((recipe) => markOf(data, recipe)))].join('\n'));
}

/** @returns the type of a field by the schema, or of a time that every record has */
export function typeIn(data: StorageRow['data'], path: string): ValueType | undefined {
  if (path === 'createdAt') return { type: 'dateTime' };
  return catalogueOf(data).byPath.get(path)?.declared;
}

function recipeIn(data: StorageRow['data'], recipe: LiveRecipe): Recipe {
  const filters = recipe.tests.map(({ field, value }): Filter => ({ path: field, operator: '=', literals: constants(value) }));
  return {
    isMet: testOf(data, filters),
    asks: recipe.asks.map(({ field, of }) => ({ path: field, of, type: field === 'id' ? { type: 'text' } : typeIn(data, field) })),
    roles: recipe.roles,
    key: recipe.key,
    mark: markOf(data, recipe),
  };
}

/** A value that is none of its field's type, since the type was changed, is equal to nothing. */
function testOf(data: StorageRow['data'], filters: readonly Filter[]): Recipe['isMet'] {
  const isRead = ({ path, literals }: Filter) => literals.every((one) => path === 'id' || readLiteral(one, typeIn(data, path)));
  if (!filters.every(isRead)) return () => false;
  const isMatch = matcherOf({ filters: readFilters(catalogueOf(data), { filters }) });
  return (record) => isMatch(subjectOf(record));
}

/** No time of a call, and nothing of a user, is among them. */
function constants(value: LiveRecipe['tests'][number]['value']): readonly Literal[] {
  return literalsOfValue(value, { user: undefined, now: 0 }) ?? [];
}

function subjectOf({ id, createdAt, fields }: Labelled): Subject {
  return { id, shownId: id, createdAt, updatedAt: 0, deletedAt: undefined, fields };
}

/** App users and keys who see the same records have one label for them. */
function markOf(data: StorageRow['data'], { tests, asks, roles }: LiveRecipe): string {
  const types = [...tests, ...asks].map(({ field }) => typeIn(data, field) ?? null);
  return JSON.stringify([{ tests, asks, roles }, types], sortedMembers);
}

/** Firestore gives the members of a map in an order of its own. */
function sortedMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A list equals each of its scalars: see `comparison`. */
function storedKeys({ id, fields }: Labelled, path: string, type: ValueType | undefined): string[] {
  if (path === 'id') return [keyOf(id)];
  const value = valueAt(fields, path);
  const scalars = Array.isArray(value) ? value.map((one) => scalarOf(one, elementTypeOf(type))) : [scalarOf(value, type)];
  return [...new Set(scalars.flatMap((scalar) => (scalar === undefined ? [] : [keyOf(scalar)])))];
}

/** None when the type of the field does not know one of the values: then the conditions hold for no record. */
function literalKeys(literals: readonly Literal[], type: ValueType | undefined): string[] {
  const readings = literals.map((literal) => readLiteral(literal, type));
  if (readings.includes(undefined)) return [];
  return [...new Set(readings.flatMap((reading) => reading?.equals.map(keyOf) ?? []))];
}

/** Two values have one key where they are equal: see `equalScalars`. */
function keyOf(scalar: Scalar): string {
  if (typeof scalar === 'object') return `${scalar.kind} ${scalar.key}`;
  return typeof scalar === 'number' ? `exact ${exactKey(String(scalar)) ?? scalar}` : `${typeof scalar} ${scalar}`;
}

/** Lists may be long: each pair is made when it is asked for. */
function* combinations([first, ...others]: readonly (readonly string[])[]): Generator<string[]> {
  if (!first) return yield [];
  for (const key of first) for (const rest of combinations(others)) yield [key, ...rest];
}

function labelOf({ mark }: Recipe, keys: readonly string[]): string {
  return hash(JSON.stringify([mark, ...keys]));
}

/** 72 bits: many a label fits into a token, and nobody makes a second value for one. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
