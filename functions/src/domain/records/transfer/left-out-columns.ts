import { isOfTrash, type QueryWarning } from '@bedplate/contract';
import { counted } from '../../../validation/counted.ts';
import type { ImportRow } from './parse-rows.ts';

/**
 * Tells of what a file has and records get from the server instead, and of its records that lay in a trash.
 * @param keepsIds ids are kept, and with ours the times in them
 */
export function leftOutColumns(rows: readonly ImportRow[], keepsIds: boolean): QueryWarning[] {
  return [...ownColumns(rows, { ...(keepsIds ? {} : idReasons), ...fileReason }), ...deletedRows(rows)];
}

/**
 * Leaves out what the server computes in each new record, such as a counter: an export has it, and no record may bring it along.
 * @param names of computed fields
 */
export function withoutComputed(
  rows: readonly ImportRow[],
  names: readonly string[],
): { rows: readonly ImportRow[]; warnings: readonly QueryWarning[] } {
  const found = names.filter((name) => rows.some((row) => has(row, name)));
  if (found.length === 0) return { rows, warnings: [] };
  return {
    rows: rows.map((row) => (isObject(row.value) ? { ...row, value: without(row.value, found) } : row)),
    warnings: found.map((name) => {
      const field = name.slice(0, 80);
      return { field, message: `${field} of the file is left out: the server sets it in each new record.` };
    }),
  };
}

/** As it came: the name `__proto__` is refused later, and not lost here. */
function without(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const rest = Object.create(null) as Record<string, unknown>; // nothing is in it yet
  for (const [name, member] of Object.entries(value)) if (!names.includes(name)) rest[name] = member;
  return rest;
}

function ownColumns(rows: readonly ImportRow[], reasons: Readonly<Record<string, string>>): QueryWarning[] {
  return Object.entries(reasons).flatMap(([field, message]) => (rows.some((row) => has(row, field)) ? [{ field, message }] : []));
}

/** A whole copy of a project has them: nobody should bring them back without knowing. */
function deletedRows(rows: readonly ImportRow[]): QueryWarning[] {
  const count = rows.filter(({ value }) => isObject(value) && isOfTrash(value)).length;
  if (count === 0) return [];
  const message = `${counted(count, 'record')} of the file had been deleted: an import makes them live. Leave the rows with is_deleted out to keep them away.`;
  return [{ field: 'is_deleted', message }];
}

function has({ value }: ImportRow, field: string): boolean {
  return isObject(value) && Object.hasOwn(value, field);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const idReasons = {
  id: 'The ids of the file are left out: each record gets one of its own. Send ids=keep to keep those of the file.',
  createdAt: 'createdAt of the file is left out: it is the time of the import. Give the column another name to keep it.',
  updatedAt: 'updatedAt of the file is left out: it is the time of the import. Give the column another name to keep it.',
};

const fileReason = {
  file_metadata: 'file_metadata of the file is left out: a file is stored by its upload. The addresses of files stay as texts.',
};
