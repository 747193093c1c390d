import { type DataRecord, looksLikeId } from '@bedplate/contract';
import { useState } from 'react';
import { ownValue } from '../../../lib/own-value.ts';
import { cellText, isEmptyValue } from './cell-text.ts';
import { textWidth } from './text-width.ts';

/** The layout of a field's column, by its values. */
interface ColumnShape {
  /** Pixels. */
  width: number;
  numeric: boolean;
  /** Whether all that is seen of it has parts of its own: those have no order. */
  nested: boolean;
  /** It has shown no value yet: its width is that of its name. */
  isEmpty?: true;
}

export type ColumnShapes = Readonly<Record<string, ColumnShape>>;

/**
 * The shapes of the columns. A width is set once, by the first values: columns that jump from page to page are hard to
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
    const nested = values.length > 0 && values.every((value) => typeof value === 'object');
    const isFirst = !known || known.isEmpty;
    if (isFirst || known.numeric !== numeric || known.nested !== nested)
      changes[name] = {
        width: isFirst ? widthFor(name, values) : known.width,
        numeric,
        nested,
        ...(values.length === 0 && { isEmpty: true }),
      };
  }
  return Object.keys(changes).length > 0 ? { ...shapes, ...changes } : shapes;
}

/** The ends of a cell and of a header, with its arrow; pixels. */
const cellEnds = 26;
const headerEnds = 56;
/** Fifty of the widest letters, which is the most that a cell shows. */
const widestContent = 640;

/** Wide enough for all that the page's cells show. Pixels. */
function widthFor(name: string, values: readonly unknown[]): number {
  const style = (value: unknown) => (typeof value === 'object' || looksLikeId(name) ? 'mono' : 'plain');
  const widths = values.slice(0, 50).map((value) => textWidth(cellText(value), style(value)) + cellEnds);
  return Math.round(Math.min(widestContent, Math.max(88, textWidth(name, 'plain') + headerEnds, ...widths)));
}
