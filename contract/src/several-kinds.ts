import { type CellForms, respelt } from './cell-forms.ts';
import { guessCellType, isTypedAlone, valueOfCell } from './cell-values.ts';
import type { Json } from './values/json.ts';

/** A column whose cells are of several kinds: most of them are alike, and others are not. */
export interface SeveralKinds {
  readonly most: number;
  readonly all: number;
  /** The first of the others. */
  readonly other: string;
}

/**
 * A column is one type: where some cells spell numbers, booleans or JSON and others do not, it is text until somebody says otherwise.
 * Codes such as "007" are no numbers, and words among them no other kind.
 * @param name of the column @param cells of the column; empty ones do not matter
 */
export function severalKinds(name: string, cells: readonly string[], forms: CellForms = {}): SeveralKinds | undefined {
  const filled = cells.map((cell) => withPoint(cell, forms).trim()).filter((cell) => cell !== '');
  if (name === 'password' || guessCellType(name, filled) !== 'text') return undefined;
  const byKind = Map.groupBy(filled, kindOf);
  const values = [...byKind].filter(([kind]) => kind !== 'text');
  const [alone] = values;
  if (!alone || byKind.size === 1) return undefined;
  if (values.length === 1 && guessCellType(name, alone[1]) === 'text') return undefined;
  const [most = alone] = [...byKind].sort(([, a], [, b]) => b.length - a.length);
  return { most: most[1].length, all: filled.length, other: cut(filled.find((cell) => kindOf(cell) !== most[0]) ?? '') };
}

/** @returns what a cell of such a column is as it looks */
export function cellByItself(cell: string, forms: CellForms = {}): Json | undefined {
  return valueOfCell(withPoint(cell, forms), 'mixed');
}

function withPoint(cell: string, { decimalComma }: CellForms): string {
  return decimalComma ? respelt(cell, { decimalComma }) : cell;
}

type Kind = 'number' | 'boolean' | 'json' | 'text';

function kindOf(cell: string): Kind {
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(cell)) return 'number';
  if (/^(?:true|false)$/i.test(cell)) return 'boolean';
  return isTypedAlone(cell) ? 'json' : 'text';
}

function cut(cell: string): string {
  return cell.length > 40 ? `${cell.slice(0, 39)}…` : cell;
}
