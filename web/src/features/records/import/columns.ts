import { isReservedField, limits, lostNumber, systemFields } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import type { Format } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';

export const columnTypes = ['text', 'number', 'boolean', 'json'] as const;
/** `keep`: as it is in a file that has types itself. */
export type ColumnType = (typeof columnTypes)[number] | 'keep';

/** A column of the file and what becomes of it. */
export interface Column {
  readonly source: string;
  readonly samples: readonly unknown[];
  readonly field: string;
  readonly type: ColumnType;
  readonly isIncluded: boolean;
}

const shownSamples = 3;

/**
 * @param rows the first of the file
 * @param known fields that the storage has already
 */
export function guessColumns(rows: readonly SourceRow[], format: Format, known: readonly string[]): Column[] {
  const sources = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))];
  const used = new Set<string>();
  return sources.map((source) => {
    const values = rows
      .map(({ value }) => ownValue(value, source))
      .filter((value) => value !== undefined && value !== null && value !== '');
    const field = fieldFor(source, known, used);
    used.add(field);
    return {
      source,
      samples: [...new Set(values)].slice(0, shownSamples),
      field,
      type: format === 'csv' ? guessType(values.map(String)) : 'keep',
      isIncluded: !isSystem(source),
    };
  });
}

/**
 * The field that is spelt the same but for case, spaces and underscores; else the column's own
 * name.
 */
function fieldFor(source: string, known: readonly string[], used: ReadonlySet<string>): string {
  const free = known.filter((name) => !used.has(name) && !isSystem(name));
  return free.find((name) => name === source) ?? free.find((name) => folded(name) === folded(source)) ?? source.replaceAll('.', '_');
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/**
 * Whole numbers with too many digits or leading zeros stay text, so that no digit is lost.
 */
const isNumber = (text: string) => /^-?(0|[1-9]\d{0,14})(\.\d{1,12})?$/.test(text.trim()) || isExponent(text);
/** As an export writes very large and very small numbers. */
const isExponent = (text: string) => /^-?\d(\.\d{1,16})?e[+-]\d{1,3}$/.test(text.trim());
const isFlag = (text: string) => /^(true|false|yes|no)$/i.test(text.trim());

function guessType(values: readonly string[]): ColumnType {
  if (values.length === 0) return 'text';
  if (values.every(isNumber)) return 'number';
  if (values.every(isFlag)) return 'boolean';
  return values.every(isJson) ? 'json' : 'text';
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return lostNumber(text) === undefined;
  } catch {
    return false;
  }
}

function isSystem(name: string): boolean {
  return (systemFields as readonly string[]).includes(name);
}

/** @returns the problems of the columns' fields, by the columns' source */
export function columnProblems(columns: readonly Column[]): ReadonlyMap<string, string> {
  const included = columns.filter(({ isIncluded }) => isIncluded);
  const problems = included.flatMap(({ source, field }): [string, string][] => {
    const problem = fieldProblem(field, included.filter((other) => other.field === field).length > 1);
    return problem ? [[source, problem]] : [];
  });
  return new Map(problems);
}

function fieldProblem(field: string, isTwice: boolean): string | null {
  if (field === '') return t('import.fieldMissing');
  if (isTwice) return t('import.fieldTwice');
  if (isSystem(field)) return t('import.fieldOfServer');
  if (isReservedField(field)) return t('import.fieldReserved');
  if (field.includes('.')) return t('import.fieldDot');
  return field.length > limits.fieldNameLength ? t('import.fieldLong', { max: limits.fieldNameLength }) : null;
}
