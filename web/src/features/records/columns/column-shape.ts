import type { DataRecord } from '@bedplate/contract';
import { useState } from 'react';
import { ownValue } from '../../../lib/own-value.ts';
import { cellText, isEmptyValue } from './cell-text.ts';

/** The layout of a field's column, by its values. */
interface ColumnShape {
  /** Pixels. */
  width: number;
  numeric: boolean;
}

export type ColumnShapes = Readonly<Record<string, ColumnShape>>;

/**
 * The shapes of the columns. A width is set once: columns that jump from page to page are hard to
 * read, and with the same shapes the table need not make its columns again.
 */
export function useColumnShapes(names: readonly string[], rows: readonly DataRecord[]): ColumnShapes {
  const [shapes, setShapes] = useState<ColumnShapes>({});
  const next = shapesWith(shapes, names, rows);
  if (next !== shapes) setShapes(next);
  return next;
}

/** @returns shapes that also fit these rows; the same object when there is no new one */
export function shapesWith(shapes: ColumnShapes, names: readonly string[], rows: readonly DataRecord[]): ColumnShapes {
  if (rows.length === 0) return shapes;
  const changes: Record<string, ColumnShape> = {};
  for (const name of names) {
    const known = ownValue(shapes, name);
    const values = rows.map((row) => ownValue(row, name)).filter((value) => !isEmptyValue(value));
    if (values.length === 0 && known) continue;
    const numeric = values.length > 0 && values.every((value) => typeof value === 'number');
    if (!known || known.numeric !== numeric) changes[name] = { width: known?.width ?? widthFor(name, values), numeric };
  }
  return Object.keys(changes).length > 0 ? { ...shapes, ...changes } : shapes;
}

/** Wide enough for most of what the page shows. Pixels. */
function widthFor(name: string, values: readonly unknown[]): number {
  const lengths = values.slice(0, 50).map((value) => cellText(value).length);
  const longest = Math.max(name.length + 4, ...lengths);
  return Math.min(340, Math.max(88, Math.round(longest * 7.4) + 26));
}
