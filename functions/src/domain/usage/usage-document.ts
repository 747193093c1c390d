import { usage } from '../../store/collections.ts';

export function usagePath(tenantId: string, at: number): string {
  return usage.path(`${tenantId}_${monthOf(at)}`);
}

/** @returns such as 202611, in UTC; each call asks, and `toISOString` takes ten times as long */
export function monthOf(at: number): string {
  const date = new Date(at);
  return String(date.getUTCFullYear() * 100 + date.getUTCMonth() + 1);
}

/** @returns 01 to 31, in UTC */
export function dayOf(at: number): string {
  return String(new Date(at).getUTCDate()).padStart(2, '0');
}
