import type { Timestamp } from '@google-cloud/firestore';

/** usage/{tenantId_yyyymm}: API credits of one account in one month (UTC). Credits are counted before they are used. */
export interface UsageDocument {
  readonly tenantId: string;
  /** yyyymm. */
  readonly month: string;
  /** Used credits, together with those that instances hold but have not used yet. */
  readonly used: number;
  /** The same by day of the month, as "01" to "31". */
  readonly days: Readonly<Record<string, number>>;
  /** By instance: what it took last, and when. An instance that ends without notice leaves its own here, counted. */
  readonly leases: Readonly<Record<string, { granted: number; at: Timestamp }>>;
}

export function usagePath(tenantId: string, at: number): string {
  return `usage/${tenantId}_${monthOf(at)}`;
}

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7).replace('-', '');
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(8, 10);
}
