import type { QueryWarning } from '@bedplate/contract';
import type { ImportRow } from './parse-rows.ts';

/** Tells of ids and times that a file has and that records get from the server instead. @param keepsIds ids are kept, and with ours the times in them */
export function leftOutColumns(rows: readonly ImportRow[], keepsIds: boolean): QueryWarning[] {
  if (keepsIds) return [];
  return Object.entries(reasons).flatMap(([field, message]) => (rows.some((row) => has(row, field)) ? [{ field, message }] : []));
}

function has({ value }: ImportRow, field: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field);
}

const reasons = {
  id: 'The ids of the file are left out: each record gets one of its own. Send ids=keep to keep those of the file.',
  createdAt: 'createdAt of the file is left out: it is the time of the import. Give the column another name to keep it.',
  updatedAt: 'updatedAt of the file is left out: it is the time of the import. Give the column another name to keep it.',
};
