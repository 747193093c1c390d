import { officeLimits, type SystemLogRow } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { keyAtMillis } from '../../../store/time-ordered-id.ts';

/** @param date yyyy-mm-dd in UTC @param requestId instead: everything that one request left @returns the latest first */
export async function listLogs(
  services: Services,
  { date, requestId }: { date: string; requestId?: string | undefined },
): Promise<SystemLogRow[]> {
  const start = Date.parse(date);
  const { rows } = await services.store.systemLogs.query({
    where: requestId
      ? [['requestId', '==', requestId]]
      : [
          [documentId, '>=', keyAtMillis(start + 24 * 3600_000 - 1)],
          [documentId, '<', keyAtMillis(start - 1)],
        ],
    orderBy: [[documentId, 'asc']],
    limit: officeLimits.logsOfDay,
  });
  return rows.map(({ id, data: { level, message, error, fileName, callerFunction, requestId: request, fields, createdAt } }) => ({
    id,
    level,
    timestamp: createdAt.toDate().toISOString(),
    message,
    error,
    fileName,
    callerFunction,
    requestId: request,
    fields,
  }));
}

/** Columns of the logs' download. */
export const logColumns = [
  'id',
  'level',
  'timestamp',
  'message',
  'error.name',
  'error.message',
  'fileName',
  'callerFunction',
  'requestId',
  'fields',
];

export async function* exportedLogs(rows: readonly SystemLogRow[]): AsyncGenerator<readonly SystemLogRow[]> {
  yield rows;
}
