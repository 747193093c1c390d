import { hidesFormula, withApostrophe, withoutApostrophe } from '@bedplate/contract';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import type { Rejected } from './send-rows.ts';

/**
 * @returns the rejected rows as they stood in the file, with their number and what is wrong: to be
 * mended and imported again
 */
export function problemsAsCsv(problems: readonly Rejected[]): string {
  const names = [...new Set(problems.flatMap(({ value }) => Object.keys(value)))];
  const head = [t('import.row'), t('import.problem'), ...names];
  const lines = problems.map(({ row, field, message, value }) => [
    String(row),
    quoted(field && !message.includes(field) ? `${field}: ${message}` : message),
    ...names.map((name) => cellOf(ownValue(value, name))),
  ]);
  return [head.map(quoted), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === '') return '""'; // without quotes it would be missing
  return quoted(typeof value === 'string' ? withoutApostrophe(value) : JSON.stringify(value));
}

/** Text that begins like a formula is made harmless; the import takes the apostrophe away again. */
function quoted(text: string): string {
  const safe = /^-?\d+(\.\d+)?$/.test(text) ? text : withApostrophe(text);
  return /[",\r\n]/.test(safe) || hidesFormula(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
