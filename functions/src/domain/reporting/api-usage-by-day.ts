import type { Report } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { usagePath } from '../usage/usage-document.ts';
import type { ReportRange } from './report-range.ts';

/** API calls of the account on each day of the range, from the counters that metering keeps: one read a month. */
export async function apiUsageByDay(services: Services, tenantId: string, { days }: ReportRange): Promise<Report['apiUsageHistory']> {
  const paths = [...new Set(days.map((day) => usagePath(tenantId, Date.parse(day))))];
  const [tenant, months] = await Promise.all([services.store.tenants.get(tenantId), services.store.getAll(paths)]);
  const userId = tenant?.data.ownerUid ?? '';
  return days.map((day) => {
    const month = months[paths.indexOf(usagePath(tenantId, Date.parse(day)))];
    const usage = month?.data.days[day.slice(8)] ?? 0;
    return { id: `${userId}_${day}`, userId, usage, createdAt: `${day}T00:00:00.000Z` };
  });
}
