import {
  areZoneless,
  type CellType,
  fieldsOfColumns,
  guessCellType,
  haveCommas,
  fieldNameFault,
  isReservedField,
  limits,
  respelt,
  type SchemaField,
  type SeveralKinds,
  settledType,
  severalKinds,
  systemFields,
  type TableFormat,
  type CellForms,
  type Unsure,
  unsureOf,
  withoutApostrophe,
  type Written,
  writtenColumn,
} from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import { isTable } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';

export const columnTypes = ['text', 'number', 'decimal', 'boolean', 'json', 'mixed'] as const satisfies readonly CellType[];
/** `keep`: as it is in a file that has types itself; `declared`: by the type of the field that it goes to. */
export type ColumnType = CellType | 'keep' | 'declared';

/** A column of the file and what becomes of it. */
export interface Column {
  readonly source: string;
  readonly samples: readonly unknown[];
  readonly field: string;
  readonly type: ColumnType;
  readonly isIncluded: boolean;
  /** The declaration of the field that a table's column goes to. */
  readonly declared?: SchemaField | undefined;
  /** A question that the cells leave open. */
  readonly unsure?: Unsure | undefined;
  /** Some cells are numbers with a comma: a question where the field holds numbers, whatever the others are. */
  readonly hasCommas?: true | undefined;
  /** Its cells are days with times, of no zone. */
  readonly isZoneless?: true | undefined;
  /** The dots of its name shorten words: its field has another name. */
  readonly renamed?: string | undefined;
  /** Its answer: the person's, or the only order that all dates have. */
  readonly forms?: CellForms | undefined;
  /** The type of the numbers, once 1,5 is said to be one. */
  readonly meant?: CellType | undefined;
  /** Cells of several kinds: the column is text until the person says otherwise. */
  readonly kinds?: SeveralKinds | undefined;
  /** Numbers or dates that only people read as such: the column is text. */
  readonly written?: Written | undefined;
  /** The type by the cells, of a column whose field is declared. */
  readonly guessed?: ColumnType | undefined;
}

const shownSamples = 3;

/**
 * @param rows the first of the file
 * @param known fields that the storage has already
 * @param mayDeclare whether a new field may be declared as one of decimals
 */
export function guessColumns(rows: readonly SourceRow[], format: TableFormat, { known, mayDeclare = false }: Storage): Column[] {
  const sources = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))];
  const fields = fieldsOfColumns(sources);
  const used = new Set<string>();
  return sources.map((source) => {
    const values = rows
      .map(({ value }) => ownValue(value, source))
      .filter((value) => value !== undefined && value !== null && value !== '');
    const own = fields.get(source) ?? source;
    const field = fieldFor(own, known, used);
    used.add(field);
    const isDecimal = mayDeclare && !known.includes(field) && !field.includes('.');
    return {
      source,
      samples: [...new Set(values.map(shown))].slice(0, shownSamples),
      field,
      ...(own !== source && { renamed: field }),
      isIncluded: !isSystem(source),
      ...(isTable(format) ? guessedAs(source, values.map(String), isDecimal) : { type: 'keep' as const }),
      ...(isTable(format) && haveCommas(values.map(String)) && { hasCommas: true as const }),
    };
  });
}

interface Storage {
  readonly known: readonly string[];
  readonly mayDeclare?: boolean;
}

/** Dates with one order are dates of that order; what may be two things stays text until the person says which. */
function guessedAs(
  name: string,
  cells: readonly string[],
  isDecimal: boolean,
): Pick<Column, 'type' | 'unsure' | 'isZoneless' | 'forms' | 'meant' | 'kinds' | 'written'> {
  const typeOf = (texts: readonly string[]) => settledType(guessCellType(name, texts), texts, isDecimal);
  const unsure = unsureOf(cells);
  const zoneless = areZoneless(cells) ? ({ isZoneless: true } as const) : {};
  if (!unsure) {
    const type = typeOf(cells);
    return { ...zoneless, type, kinds: severalKinds(name, cells), written: type === 'text' ? writtenColumn(cells) : undefined };
  }
  if (unsure === 'comma') return { type: 'text', unsure, meant: typeOf(cells.map((cell) => respelt(cell, { decimalComma: true }))) };
  return { ...zoneless, type: 'text', unsure, ...(unsure !== 'dates' && { forms: { dateOrder: unsure } }) };
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
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/** @returns whether the server sets the field that the column goes to */
export function isOfServer({ field, declared }: Column): boolean {
  return isSystem(field) || declared?.computed !== undefined;
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
  const fields = new Map<string, number>();
  for (const { field } of included) fields.set(field, (fields.get(field) ?? 0) + 1);
  const problems = included.flatMap(({ source, field, declared }): [string, string][] => {
    const problem = declared?.computed ? t('import.fieldOfServer') : fieldProblem(field, fields);
    return problem ? [[source, problem]] : [];
  });
  return new Map(problems);
}

/** @param fields how many columns go to each */
function fieldProblem(field: string, fields: ReadonlyMap<string, number>): string | null {
  const fault = fieldNameFault(field);
  if (fault === 'fieldNameBlank') return t('import.fieldMissing');
  if (fault) return t('import.fieldCharacters');
  if ((fields.get(field) ?? 0) > 1) return t('import.fieldTwice');
  if (isSystem(field)) return t('import.fieldOfServer');
  if (field.split('.').some(isReservedField)) return t('import.fieldReserved');
  if (above(field).some((outer) => fields.has(outer))) return t('import.fieldInside');
  if (field.includes('.') && field.split('.').includes('')) return t('import.fieldDot');
  return field.length > limits.fieldNameLength ? t('import.fieldLong', { max: limits.fieldNameLength }) : null;
}

/** @returns the fields that a member is inside of: `a` and `a.b` for `a.b.c` */
function above(field: string): string[] {
  const parts = field.split('.');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
}
