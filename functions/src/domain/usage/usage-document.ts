import { usage } from '../../store/collections.ts';
import type { UsageDocument } from '../../store/documents/usage-documents.ts';
import type { DocumentPath } from '../../store/model/collection.ts';

export function usagePath(tenantId: string, at: number): DocumentPath<UsageDocument> {
  return usage.path(`${tenantId}_${monthOf(at)}`);
}

/** @returns such as 202611, in UTC */
export function monthOf(at: number): string {
  const date = new Date(at);
  return String(date.getUTCFullYear() * 100 + date.getUTCMonth() + 1);
}

/** @returns the first moment of the next month in UTC, when credits begin again */
export function nextMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** @returns 01 to 31, in UTC */
export function dayOf(at: number): string {
  return String(new Date(at).getUTCDate()).padStart(2, '0');
}

/** @returns the UTC days since 1970: whether two times are of one day is asked by each call */
export function dayNumber(at: number): number {
  return Math.floor(at / 86_400_000);
}
