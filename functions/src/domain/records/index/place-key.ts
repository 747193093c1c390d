import { type Json, placeOf } from '@bedplate/contract';
import type { CatalogueField } from './catalogue.ts';

/** Halvings of the earth in each direction: a cell is smaller than a metre. Both together are an integer that a double holds. */
export const finest = 26;

/** Of `idx`: beside the field itself, whose places are neither compared nor sorted. */
export function placeCode({ code }: CatalogueField): string {
  return `g${code}`;
}

/** @returns for each field with a place the cell that it lies in */
export function placeKeys(fields: readonly CatalogueField[], record: Readonly<Record<string, Json>>): Record<string, number> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const place = Object.hasOwn(record, field.path) ? placeOf(record[field.path]) : undefined;
      return place ? [[placeCode(field), cellKey(column(place.lng), row(place.lat), finest)] as const] : [];
    }),
  );
}

/** @returns the column of the finest cells */
export function column(lng: number): number {
  return cellAt((lng + 180) / 360);
}

export function row(lat: number): number {
  return cellAt((lat + 90) / 180);
}

function cellAt(part: number): number {
  return Math.min(2 ** finest - 1, Math.max(0, Math.floor(part * 2 ** finest)));
}

/** @returns the number of a cell along a Z-order curve: the cells within a larger one follow each other */
export function cellKey(x: number, y: number, level: number): number {
  let key = 0;
  for (let bit = level - 1; bit >= 0; bit -= 1) key = key * 4 + (Math.floor(y / 2 ** bit) % 2) * 2 + (Math.floor(x / 2 ** bit) % 2);
  return key;
}
