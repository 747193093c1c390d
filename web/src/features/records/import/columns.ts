import {
  type CellType,
  guessCellType,
  isReservedField,
  limits,
  systemFields,
  type TableFormat,
  withoutApostrophe,
} from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import { isTable } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';

export const columnTypes = ['text', 'number', 'boolean', 'json', 'mixed'] as const satisfies readonly CellType[];
/** `keep`: as it is in a file that has types itself. */
export type ColumnType = CellType | 'keep';

/** A column of the file and what becomes of it. */
export interface Column {
  readonly source: string;
  readonly samples: readonly unknown[];
  readonly field: string;
  readonly type: ColumnType;
  readonly isIncluded: boolean;
  /** Of a field that cannot hold the empty text: there it is no value. */
  readonly skipsEmpty?: boolean;
}

const shownSamples = 3;

/**
 * @param rows the first of the file
 * @param known fields that the storage has already
 */
export function guessColumns(rows: readonly SourceRow[], format: TableFormat, known: readonly string[]): Column[] {
  const sources = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))];
  const used = new Set<string>();
  return sources.map((source) => {
    const values = rows
      .map(({ value }) => ownValue(value, source))
      .filter((value) => value !== undefined && value !== null && value !== '');
    const field = fieldFor(isTable(format) ? source : source.replaceAll('.', '_'), known, used);
    used.add(field);
    return {
      source,
      samples: [...new Set(values.map(shown))].slice(0, shownSamples),
      field,
      type: isTable(format) ? guessCellType(source, values.map(String)) : 'keep',
      isIncluded: !isSystem(source),
    };
  });
}

/**
 * The field that is spelt the same but for case, spaces and underscores; else the column's own
 * name. A name with dots is a member of a field.
 */
function fieldFor(source: string, known: readonly string[], used: ReadonlySet<string>): string {
  const free = known.filter((name) => !used.has(name) && !isSystem(name));
  return free.find((name) => name === source) ?? free.find((name) => folded(name) === folded(source)) ?? source;
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

function isSystem(name: string): boolean {
  return (systemFields as readonly string[]).includes(name.split('.')[0] ?? name);
}

/** The apostrophe of an export is none of the text's own. */
function shown(value: unknown): unknown {
  return typeof value === 'string' ? withoutApostrophe(value) : value;
}

/** @returns the problems of the columns' fields, by the columns' source */
export function columnProblems(columns: readonly Column[]): ReadonlyMap<string, string> {
  const included = columns.filter(({ isIncluded }) => isIncluded);
  const problems = included.flatMap(({ source, field }): [string, string][] => {
    const others = included.filter((other) => other.source !== source).map((other) => other.field);
    const problem = fieldProblem(field, others);
    return problem ? [[source, problem]] : [];
  });
  return new Map(problems);
}

function fieldProblem(field: string, others: readonly string[]): string | null {
  if (field === '') return t('import.fieldMissing');
  if (others.includes(field)) return t('import.fieldTwice');
  if (isSystem(field)) return t('import.fieldOfServer');
  if (field.split('.').some(isReservedField)) return t('import.fieldReserved');
  if (others.some((other) => field.startsWith(`${other}.`))) return t('import.fieldInside');
  if (field.includes('.') && field.split('.').includes('')) return t('import.fieldDot');
  return field.length > limits.fieldNameLength ? t('import.fieldLong', { max: limits.fieldNameLength }) : null;
}
