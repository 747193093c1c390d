import { isOfTrash, type QueryWarning } from '@bedplate/contract';
import { counted } from '../../../validation/counted.ts';
import type { ImportRow } from './parse-rows.ts';

/**
 * Tells of ids and times that a file has and that records get from the server instead, and of its records that lay in a trash.
 * @param keepsIds ids are kept, and with ours the times in them
 */
export function leftOutColumns(rows: readonly ImportRow[], keepsIds: boolean): QueryWarning[] {
  return [...(keepsIds ? [] : ownColumns(rows)), ...deletedRows(rows)];
}

function ownColumns(rows: readonly ImportRow[]): QueryWarning[] {
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

const reasons = {
  id: 'The ids of the file are left out: each record gets one of its own. Send ids=keep to keep those of the file.',
  createdAt: 'createdAt of the file is left out: it is the time of the import. Give the column another name to keep it.',
  updatedAt: 'updatedAt of the file is left out: it is the time of the import. Give the column another name to keep it.',
};
