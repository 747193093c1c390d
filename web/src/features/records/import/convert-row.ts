import {
  declaredCell,
  fromText,
  holdsNothing,
  holdsNumbers,
  type Json,
  lostNumber,
  mayBeThousands,
  putNested,
  respelt,
  valueOfCell,
} from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import type { Column, ColumnType } from './columns.ts';
import type { SourceRow } from './source-row.ts';

export interface RowProblem {
  readonly row: number;
  /** Empty for the whole row. */
  readonly field: string;
  readonly message: string;
}

type Guessable = Exclude<ColumnType, 'declared'>;
type Converted = { value: Record<string, unknown> } | { problem: RowProblem };

/**
 * @param columns by their source; a column that the first rows lack goes to the field of its name
 * @returns the record to send, without cells that hold nothing, or the reason why there is none
 */
export function convertRow({ row, value, problem }: SourceRow, columns: ReadonlyMap<string, Column>): Converted {
  if (problem) return { problem: { row, field: '', message: problem } };
  // Without a prototype `__proto__` is a name like any other: the server refuses it, where it would
  // be lost without a word.
  const record = Object.create(null) as Record<string, unknown>; // nothing is in it yet
  for (const source of Object.keys(value)) {
    const column = columns.get(source);
    const { field, type, isIncluded, forms, declared, hasCommas } = column ?? unknownColumn(source);
    const given = value[source];
    if (!isIncluded || given === undefined) continue;
    if (type === 'declared') {
      if (declared && typeof given === 'string' && hasCommas && !forms && holdsNumbers(declared) && mayBeThousands(given))
        return { problem: { row, field, message: t('import.pointOpen', { value: shown(given) }) } };
      const read = declared && typeof given === 'string' ? declaredCell(given, declared, forms) : (given as Json); // read from JSON
      if (read !== undefined) putNested(record, field, read);
      continue;
    }
    if (type !== 'keep' && typeof given === 'string' && holdsNothing(given, type)) continue;
    const cell = forms && typeof given === 'string' ? respelt(given, forms) : given;
    if (forms?.zone && given !== '' && cell === given)
      return { problem: { row, field, message: t('import.not.time', { value: shown(cell), zone: forms.zone }) } };
    if (forms?.dateOrder && given !== '' && cell === given)
      return { problem: { row, field, message: t('import.not.date', { value: shown(cell) }) } };
    const converted = convert(cell, type);
    const lost = typeof cell === 'string' && converted !== undefined ? lostIn(cell, type) : undefined;
    if (lost !== undefined) return { problem: { row, field, message: t('import.longNumber', { value: shown(lost) }) } };
    if (converted === undefined) return { problem: { row, field, message: t(`import.not.${type}`, { value: shown(cell) }) } };
    if (column) putNested(record, field, converted);
    else record[field] = converted;
  }
  return { value: record };
}

function unknownColumn(source: string): Pick<Column, 'field' | 'type' | 'isIncluded' | 'forms' | 'declared' | 'hasCommas'> {
  return { field: source, type: 'keep', isIncluded: true };
}

/** @returns undefined when the value is none of this type */
function convert(value: unknown, type: Guessable): Json | undefined {
  if (type === 'keep' || value === null || value === '') return value as Json; // read from JSON
  if (typeof value === 'string') return valueOfCell(value, type);
  if (type === 'text') return JSON.stringify(value);
  if (type === 'json' || type === 'mixed' || (type === 'number' && typeof value === 'number')) return value as Json;
  return valueOfCell(String(value), type);
}

/** @returns the number of the cell's text that would lose digits */
function lostIn(cell: string, type: Guessable): string | undefined {
  if (type === 'number') return 'problem' in fromText(cell, { field: { type } }) ? cell : undefined;
  return type === 'json' ? lostNumber(cell) : undefined;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
