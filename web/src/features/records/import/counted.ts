import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';

/** @returns for example '1 row' or '2,000 rows' */
export function countedRows(count: number): string {
  return t(count === 1 ? 'import.oneRow' : 'import.rows', { count: localNumber(count) });
}

/** @returns for example '1 record' or '2,000 records' */
export function countedRecords(count: number): string {
  return t(count === 1 ? 'import.oneRecord' : 'import.records', { count: localNumber(count) });
}
