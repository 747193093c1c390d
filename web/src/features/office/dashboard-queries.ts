import type { Analytics } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { isoDay, type ReportDays } from '../reporting/report-days.ts';

/** The dashboard's figures; they follow the visits a minute behind. */
export function useAnalytics({ from, to }: ReportDays) {
  const query = { from: isoDay(from), to: isoDay(to) };
  return useQuery({
    queryKey: ['superadmin', 'analytics', query],
    queryFn: ({ signal }) => api.get<{ data: Analytics }>('/superadmin/analytics', { query, signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
