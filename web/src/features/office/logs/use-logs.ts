import type { SystemLogRow } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';

/**
 * The entries of one day, or those of one request.
 * @param date yyyy-mm-dd
 */
export function useLogs(date: string, requestId: string) {
  return useQuery({
    queryKey: ['superadmin', 'logs', date, requestId],
    queryFn: ({ signal }) => {
      const query = { ...(requestId ? { requestId } : { date }), timestamp: Date.now() };
      return api.get<{ data: SystemLogRow[] }>('/logs', { query, signal, fresh: true });
    },
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

/** The same as a file. */
export function fetchLogsFile(date: string, requestId: string) {
  return api.file('/superadmin/csv/logs', { query: requestId ? { requestId } : { date } });
}
