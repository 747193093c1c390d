import type { Condition } from '../../../store/model/query-spec.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { incomplete } from '../index/index-record.ts';
import { placeCode } from '../index/place-key.ts';
import { recordsPath } from '../model/paths.ts';
import { tooBroad } from './budget.ts';
import { type Box, boxAround, cover } from './cover.ts';
import type { ReadFilter } from './filter.ts';
import type { Collection, Planning } from './planning.ts';
import { keyRange } from './sources-by-index.ts';
import { counted } from '../../../validation/counted.ts';

/** Records that other conditions find are read without counting those around the place. */
const few = 20;

/**
 * Where all records around a place are to be read, which are then measured: by the ranges of keys that cover the circle, or by what
 * other conditions find, where that is less. Costs a count for each of them.
 * @throws {ApiError} query-too-broad
 */
export async function around(planning: Planning, filter: ReadFilter, most: number): Promise<Collection> {
  const { catalogue, indexed, query } = planning;
  const where = [...indexed.where, ...keyRange(query)];
  const equal = where.length === 0 ? Number.POSITIVE_INFINITY : await countOf(planning, where, most);
  const conditions: Collection = { path: 'equality merge, measured', sets: [where] };
  if (equal <= few) return conditions;
  const sets = placeSets(catalogue, filter);
  const counts = await Promise.all(sets.map((set) => countOf(planning, set, most)));
  const found = counts.reduce((sum, count) => sum + count, 0);
  if (Math.min(found, equal) > most) throw tooBroad('near');
  const path = `${counted(sets.length, 'range')} around the place, measured`;
  return equal <= found ? conditions : { path, sets: sets.filter((_, i) => counts[i] !== 0) };
}

function countOf({ reader, storage }: Planning, where: readonly Condition[], most: number): Promise<number> {
  return reader.count({ from: recordsPath(storage.id), where, limit: most + 1 });
}

/** Ranges of one index each, which need no other. Around a pole all longitudes meet, and cells are narrow without end. */
function placeSets(catalogue: Catalogue, { path, around: circle }: ReadFilter): readonly (readonly Condition[])[] {
  const field = catalogue.byPath.get(path);
  if (!field || !circle) return [];
  const box = boxAround(circle);
  const sets = box.isPolar || field.declaredBefore !== undefined ? byLatitude(catalogue, path, box) : byCells(field, box);
  return catalogue.wide ? [...sets, [['known', '==', incomplete]]] : sets;
}

function byCells(field: CatalogueField, box: Box): Condition[][] {
  const key = `idx.${placeCode(field)}`;
  return cover(box).map(([from, to]) => [
    [key, '>=', from],
    [key, '<', to],
  ]);
}

/** Every record with a place has it as a number, also from before the field was declared. */
function byLatitude({ byPath }: Catalogue, path: string, { south, north }: Box): Condition[][] {
  const latitude = byPath.get(`${path}.lat`);
  if (!latitude) return [];
  const key = `idx.${latitude.code}`;
  return [
    [
      [key, '>=', south],
      [key, '<=', north],
    ],
  ];
}
