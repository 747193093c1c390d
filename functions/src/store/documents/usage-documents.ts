import type { CreditAlert, KeyVerb } from '@bedplate/contract';
import type { Timestamp } from '../model/values.ts';

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
  /** Leases of lost instances whose use no log shows: they stay counted. */
  readonly uncertain?: number;
  /** Credits of such leases that were not used and are not counted any more. */
  readonly refunded?: number;
  /** When the owner got the mail about a used share of the plan's credits. */
  readonly alerts?: Readonly<Partial<Record<`${CreditAlert}`, Timestamp>>>;
  /** The number of credits that those shares are of. */
  readonly alertsOf?: number;
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

/** usageParts/{tenantId_yyyymm_projectId}: calls of one project in one month by what made them. */
export interface UsagePartsDocument {
  readonly tenantId: string;
  readonly projectId: string;
  readonly month: string;
  /** Account and month, to find those of all projects. */
  readonly scope: string;
  readonly calls: number;
  readonly days: Readonly<Record<string, number>>;
  /** By storage id and verb; '-' counts calls without a storage. */
  readonly storages: Readonly<Record<string, Partial<Record<KeyVerb, number>>>>;
  readonly keys: Readonly<Record<string, number>>;
}

/** boughtCredits/{tenantId}: with the account's `extraCredits` it makes those that are left. Absent: none is used. */
export interface BoughtCreditsDocument {
  used: number;
}

/** recordCounts/{storageId}: live records created up to `asOf`, as if counted then. Only storages with `isCounted` have it. */
export interface RecordCountsDocument {
  base: number;
  asOf: Timestamp;
}

/** fileUsage/{tenantId}: what the files of the account's records take, with those in the trash and those that a history keeps. */
export interface FileUsageDocument {
  readonly bytes: number;
  readonly files: number;
  /** Announced by uploads that are under way. */
  readonly pending: number;
  /** Those of `bytes` that records have let go of and a history keeps. */
  readonly kept?: number;
}

/** capUse/{hash of the scope, period}: credits used of a cap in one period. They are counted before they are used. */
export interface CapUseDocument {
  readonly tenantId: string;
  readonly used: number;
  /** By instance, what it took last. An instance that is killed leaves its own here, counted. */
  readonly leases: Readonly<Record<string, { readonly id: string; readonly granted: number; readonly at: Timestamp }>>;
  readonly expiresAt: Timestamp;
}

/** requestChunks/{time-ordered id}: lines of the request log, of many calls and projects. The database's TTL removes it. */
export interface RequestChunkDocument {
  readonly projects: readonly string[];
  /** By project: its lines as deflated JSON. */
  readonly lines: Readonly<Record<string, Buffer>>;
  readonly expiresAt: Timestamp;
}

/** callSums/{projectId_yyyymmdd}: a project's calls of one day by the hour, for its reports. The database's TTL removes it. */
export interface CallSumsDocument {
  readonly tenantId: string;
  readonly projectId: string;
  /** Deflated JSON of `DaySums`, see functions/src/domain/call-sums/day-sums.ts. */
  readonly hours: Buffer;
  /** Ids of the last additions; absent before 2026-12. */
  readonly added?: readonly string[];
  readonly expiresAt: Timestamp;
}
