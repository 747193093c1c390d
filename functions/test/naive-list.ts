import type { Json } from '@bedplate/contract';
import type { ListQuery } from '../src/domain/records/query/list-query.ts';
import { contains, holds, type Meaning, order, reads, thingOf } from './naive-values.ts';

/** Lists as documented, without indexes: filters everything, sorts everything. */
export interface ModelRecord {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Order among those updated in one millisecond. */
  micros: number;
  fields: Record<string, Json>;
}

type Meanings = Readonly<Record<string, Meaning>>;

/** The records that others refer to. */
interface Referred {
  readonly fields: readonly string[];
  readonly records: readonly ModelRecord[];
  readonly meanings: Meanings;
}

/** @returns whether a condition of the query cannot be read by its field's type */
export function isRefused({ filters, either = [], zone }: ListQuery, meanings: Meanings, ofReferred?: Meanings): boolean {
  const compared = [...filters, ...either.flat()].filter(({ operator }) => operator !== 'near');
  return compared.some(({ path, operator, literals }) => {
    const [field = '', rest] = path.split('.');
    const isThrough = ofReferred !== undefined && rest !== undefined && /reference/.test(`${meanings[field]?.type} ${meanings[field]?.of}`);
    const meaning = isThrough ? ofReferred[rest] : meanings[path];
    if (isThrough && /^!?=$/.test(operator) && literals.some(({ text, quoted }) => !quoted && (text === 'null' || text === '')))
      return true;
    return operator !== '~' && literals.some((literal) => reads(literal, meaning && zone ? { ...meaning, zone } : meaning) === undefined);
  });
}

export function naiveList(
  records: readonly ModelRecord[],
  { filters, either = [[]], search, sort, thenBy = [], zone, byDistance }: ListQuery,
  { meanings, referred }: { readonly meanings: Meanings; readonly referred?: Referred } = { meanings: {} },
): ModelRecord[] {
  const [centre, most] = circleIn(filters);
  const wayTo = (record: ModelRecord) => wayBetween(centre, record.fields[placeNamed(meanings)]);
  const kept = records.filter((record) => {
    if (search !== undefined && !everyScalar(record.fields).some((text) => contains(text, search))) return false;
    const isMet = ({ path, operator, literals }: ListQuery['filters'][number]) => {
      if (operator === 'near') return wayTo(record) <= most;
      const meaning = meanings[path];
      return holds(at(record.fields, path), { operator, spellings: literals, meaning, zone }) === true;
    };
    const areMet = (set: ListQuery['filters']) => {
      const through = set.filter(({ path }) => referred?.fields.some((field) => path.startsWith(`${field}.`)));
      return (
        set.every((filter) => through.includes(filter) || isMet(filter)) &&
        (!referred || areMetThrough(record, through, { referred, zone }))
      );
    };
    return areMet(filters) && either.some(areMet);
  });
  const newestFirst = (a: ModelRecord, b: ModelRecord) => (a.id < b.id ? -1 : 1);
  const sorts = [sort, ...thenBy];
  if (byDistance) return kept.sort((a, b) => wayTo(a) - wayTo(b) || newestFirst(a, b));
  return kept.sort((a, b) => {
    for (const { path, direction } of sorts) {
      if (path === 'createdAt' || path === 'id')
        return (path === 'createdAt') === (direction === 'asc') ? newestFirst(b, a) : newestFirst(a, b);
      const [x, y] = [a, b].map((record) =>
        path === 'updatedAt'
          ? thingOf(Date.parse(record.updatedAt) * 1000 + record.micros)
          : thingOf(at(record.fields, path), meanings[path]),
      );
      if (x === undefined && y === undefined) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      const found = order(x, y) || (x.kind === 'text' && y.kind === 'text' ? tieOf(x.of, y.of) : 0);
      if (found !== 0) return direction === 'asc' ? found : -found;
      // Equal in its one field, records stand in the direction of the list.
      if (sorts.length === 1) return direction === 'asc' ? newestFirst(a, b) : newestFirst(b, a);
    }
    return newestFirst(a, b);
  });
}

/** One record referred to meets all conditions on its field but those with `!=`, which each of them must meet; one that is not there meets these. */
function areMetThrough(
  record: ModelRecord,
  filters: ListQuery['filters'],
  { referred, zone }: { readonly referred: Referred; readonly zone: string | undefined },
): boolean {
  return referred.fields.every((field) => {
    const asked = filters.filter(({ path }) => path.startsWith(`${field}.`));
    const value = record.fields[field];
    const ids = Array.isArray(value) ? value : [value];
    const found = referred.records.filter(({ id }) => ids.includes(id));
    const meets = (one: ModelRecord, { path, operator, literals }: ListQuery['filters'][number]) => {
      const rest = path.slice(field.length + 1);
      return holds(at(one.fields, rest), { operator, spellings: literals, meaning: referred.meanings[rest], zone }) === true;
    };
    const [none, some] = [asked.filter(({ operator }) => operator === '!='), asked.filter(({ operator }) => operator !== '!=')];
    if (!none.every((filter) => found.every((one) => meets(one, filter)))) return false;
    return some.length === 0 || found.some((one) => some.every((filter) => meets(one, filter)));
  });
}

function placeNamed(meanings: Readonly<Record<string, Meaning>>): string {
  return Object.keys(meanings).find((name) => meanings[name]?.type === 'geo') ?? '';
}

/** Kilometres. */
function circleIn(filters: ListQuery['filters']): [centre: Json, most: number] {
  const [lat = 0, lng = 0, most = 0] = (filters.find(({ operator }) => operator === 'near')?.literals[0]?.text ?? '')
    .split(',')
    .map(Number.parseFloat);
  return [{ lat, lng }, most];
}

/** In kilometres, by the angle between two arrows from the middle of the earth; no place is far from everywhere. */
function wayBetween(a: Json | undefined, b: Json | undefined): number {
  const [x, y] = [arrowTo(a), arrowTo(b)];
  if (!x || !y) return Number.POSITIVE_INFINITY;
  const across = Math.hypot(x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]);
  return 6371.0088 * Math.atan2(across, x[0] * y[0] + x[1] * y[1] + x[2] * y[2]);
}

function arrowTo(value: Json | undefined): [number, number, number] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { lat, lng } = value;
  if (typeof lat !== 'number' || typeof lng !== 'number' || Math.abs(lat) > 90 || Math.abs(lng) > 180) return undefined;
  const [north, east] = [(lat / 180) * Math.PI, (lng / 180) * Math.PI];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

function at(fields: Record<string, Json>, path: string): Json | undefined {
  let value: Json | undefined = fields;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** Set by the test: how equal-looking texts are told apart is the product's own business, but must be stable. */
let tieOf: (a: string, b: string) => number = () => 0;
export function breakTiesWith(tie: (a: string, b: string) => number): void {
  tieOf = tie;
}

function everyScalar(value: Json): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(everyScalar) : [String(value)];
}
