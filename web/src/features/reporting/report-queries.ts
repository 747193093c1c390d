import type { CallReport, CallReportBy, Report } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { isoDay } from '../../lib/time/days.ts';
import type { ReportDays } from '../../lib/report-days.ts';

export const reportKey = ['reporting'] as const;

/** The figures of the charts. Only counts are read, not single entries. */
export function useReport(projectId: string, { from, to }: ReportDays) {
  const query = { projectId, from: isoDay(from), to: isoDay(to), entries: 0 };
  return useQuery({
    queryKey: [...reportKey, query],
    queryFn: ({ signal }) => api.get<{ data: Report }>('/reporting', { query, signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    enabled: projectId !== '',
    refetchInterval: 60_000, // for roles that may not follow records, and for what no record tells
  });
}

/** Calls over time, which are counted in some ten minutes. */
export function useCallReport(projectId: string, { from, to }: ReportDays, by: CallReportBy) {
  const query = { projectId, from: isoDay(from), to: isoDay(to), by };
  return useQuery({
    queryKey: [...reportKey, 'calls', query],
    queryFn: ({ signal }) => api.get<{ data: CallReport }>('/reporting/calls', { query, signal }),
    select: (answer) => answer.data,
    enabled: projectId !== '',
    refetchInterval: 60_000,
  });
}
