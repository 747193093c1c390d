import type { CreditForecast } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { UsageDocument } from '../../store/documents/usage-documents.ts';
import { forecastEnd } from './forecast.ts';
import { nextMonth, usagePath } from './usage-document.ts';

/** When the account's credits end. @param usage of this month; the month before is read */
export async function creditForecast(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: string,
  { usage, remaining }: { usage: UsageDocument | undefined; remaining: number },
): Promise<CreditForecast | null> {
  const now = clock();
  const date = new Date(now);
  const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1);
  const last = (await store.get(usagePath(tenantId, before)))?.data;
  const daily = new Map([...daysOf(last, before), ...daysOf(usage, now)]);
  return forecastEnd({ daily, remaining, now, resetsAt: nextMonth(now) });
}

function daysOf(usage: UsageDocument | undefined, at: number): [number, number][] {
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 86_400_000;
  return Object.entries(usage?.days ?? {}).map(([day, calls]) => [first + Number(day) - 1, calls]);
}
