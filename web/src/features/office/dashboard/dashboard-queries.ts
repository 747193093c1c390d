import type { Analytics } from '@bedplate/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { isoDay, today } from '../../../lib/time/days.ts';
import type { ReportDays } from '../../../lib/report-days.ts';

const key = ['superadmin', 'analytics'] as const;
/** The figures are read again at most so often, however busy the site is. */
const pause = 5_000;

/**
 * The dashboard's figures.
 * @returns the query, and the state of the listener that keeps it up to date
 */
export function useAnalytics({ from, to }: ReportDays) {
  const query = { from: isoDay(from), to: isoDay(to) };
  const live = useLiveCounters();
  const analytics = useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => api.get<{ data: Analytics }>('/superadmin/analytics', { query, signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return { analytics, live };
}

/** Listens to the counters of the present day in UTC; the figures follow. */
function useLiveCounters() {
  const client = useQueryClient();
  const [day] = useState(() => isoDay(today()));
  const [changes, setChanges] = useState(0);
  const hasChanged = changes > 0;
  useEffect(() => {
    if (!hasChanged) return;
    const timer = setTimeout(() => {
      setChanges(0);
      void client.invalidateQueries({ queryKey: key });
      void client.invalidateQueries({ queryKey: ['superadmin', 'pagevisits'] });
    }, pause);
    return () => clearTimeout(timer);
  }, [hasChanged, client]);
  return useLive({ path: `analytics/${day}` }, ({ first }) => first || setChanges((count) => count + 1));
}
