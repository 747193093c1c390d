import type { CreditAlert } from '@bedplate/contract';
import type { Timestamp } from '../../store/model/values.ts';

/** usage/{tenantId_yyyymm}: API credits of one account in one month (UTC). Credits are counted before they are used. */
export interface UsageDocument {
  readonly tenantId: string;
  /** yyyymm. */
  readonly month: string;
  /** Used credits, together with those that instances hold but have not used yet. */
  readonly used: number;
  /** Those of `used` that came from bought credits. */
  readonly extra?: number;
  /** The same by day of the month, as "01" to "31". */
  readonly days: Readonly<Record<string, number>>;
  /** By instance: what it took last, and when. An instance that ends without notice leaves its own here, counted. */
  readonly leases: Readonly<Record<string, StoredLease>>;
  /** When to look for leases of instances that are gone; absent without leases. */
  readonly sweepAt?: Timestamp;
  /** Leases of instances that ended without notice, whose use no log could tell: they stay counted. */
  readonly uncertain?: number;
  /** Credits of such leases that were not used and are not counted any more. */
  readonly refunded?: number;
  /** When the owner was told of a share of the plan's credits. */
  readonly alerts?: Readonly<Partial<Record<`${CreditAlert}`, Timestamp>>>;
}

export interface StoredLease {
  /** Names the lease in the log. */
  readonly id: string;
  readonly granted: number;
  /** From bought credits, as a whole. */
  readonly isExtra: boolean;
  /** Day of the month that counts it. */
  readonly day: string;
  readonly at: Timestamp;
}

export function usagePath(tenantId: string, at: number): string {
  return `usage/${tenantId}_${monthOf(at)}`;
}

export function monthOf(at: number): string {
  return dateOf(at).slice(0, 7).replace('-', '');
}

export function dayOf(at: number): string {
  return dateOf(at).slice(8, 10);
}

function dateOf(at: number): string {
  return new Date(at).toISOString();
}
