import { useAddress } from '../../../lib/use-address.ts';
import { currentWeek, dayOfAddress, isoDay, type ReportDays } from '../../../lib/report-days.ts';

/** The days of the dashboard, from the page's address; the last seven when it names none. */
export function useDashboardDays(): [ReportDays, (days: ReportDays) => void] {
  const { get, change } = useAddress();
  const [from, to] = [dayOfAddress(get('from')), dayOfAddress(get('to'))];
  const days = from && to && from <= to ? { from, to } : currentWeek();
  return [days, (next) => change({ from: isoDay(next.from), to: isoDay(next.to) })];
}
