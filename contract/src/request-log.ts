import type { KeyVerb } from './api-key.ts';
import type { Tier } from './plans.ts';
import type { RuleDecision } from './rule-decision.ts';

/** Days that lines of the request log are kept. */
export const requestLogDays = { free: 3, paid: 30 } as const;

export function requestLogDaysOf(tier: Tier): number {
  return tier === 'free' ? requestLogDays.free : requestLogDays.paid;
}

/** Lines of one page, chunks that one search reads at most, and lines of one download. */
export const requestLogLimits = { page: 50, pageMost: 200, chunks: 200, download: 100_000 } as const;

/** How long an open page lets lines come at once, in minutes. */
export const watchMinutes = 10;

/** The rule that refused a call, where its code leaves it open. */
export const refusedBy = [
  'rate-of-key',
  'rate-of-account',
  'rate-of-client',
  'cap-of-project',
  'cap-of-key',
  'cap-of-user',
  'key-verb',
  'key-storage',
  'key-call',
  'key-origin',
  'key-ended',
  'key-paused',
  'key-project',
  'key-secret',
  'account-suspended',
  'access-of-users',
] as const;
export type RefusedBy = (typeof refusedBy)[number];

/** One call of the data API, an inbound webhook, a LiveSync sign-in, or one of the console that was refused. It never holds a header, a value of a query or a body. */
export interface RequestLine {
  /** As X-Request-Id; its time is that of the call. */
  id: string;
  /** ISO 8601 */
  at: string;
  method: string;
  /** The address with names in place of ids, such as /{storageKey}/{storageId}/dataId/{id}. */
  route: string;
  verb: KeyVerb;
  storageId: string | null;
  /** The key's id, `hook_…` for an inbound webhook; null for an app user, for a member, and where nobody was known. */
  key: string | null;
  /** The app user's id. */
  user: string | null;
  /** The person of the account whom the console was refused something; the log holds no other calls of the console. */
  member: string | null;
  status: number;
  /** Of a refusal. */
  code: string | null;
  refusedBy: RefusedBy | null;
  ms: number;
  reads: number;
  writes: number;
  deletes: number;
  credits: number;
  /** Of a list: how it was found, and the fields and operators that it asked for. */
  plan: string | null;
  asks: string | null;
  /** The trace id of a `traceparent` header. */
  trace: string | null;
  /** The caller's network: /24 of IPv4, /48 of IPv6. */
  network: string | null;
  /** Where access rules refused the call or cut its list: why. */
  rules: RuleDecision | null;
  /** The calls that this line stands for: more than one in a storm. */
  n: number;
}

/** GET /app/project/{id}/requests: `data` in the order of time, the newest first. */
export interface RequestPage {
  data: RequestLine[];
  /** For the next page; null at the end of what is kept. */
  next: string | null;
  /** The search went back to here. */
  searchedTo: string;
  /** Lines are kept from here on. */
  keptFrom: string;
  /** Whether a line stands for several calls. */
  sampled: boolean;
  names: RequestNames;
}

/** Names by the ids in lines. What was removed since has none. */
export interface RequestNames {
  /** The account's pair has the name ''. */
  keys: Record<string, string>;
  storages: Record<string, string>;
  members: Record<string, string>;
  /** App users. */
  users: Record<string, string>;
}

/** GET /app/project/{id}/requests/errors: `data`, the most frequent first. */
export interface RequestErrors {
  groups: RequestErrorGroup[];
  searchedTo: string;
  sampled: boolean;
  names: RequestNames;
}

export interface RequestErrorGroup {
  status: number;
  code: string | null;
  refusedBy: RefusedBy | null;
  route: string;
  verb: KeyVerb;
  storageId: string | null;
  calls: number;
  firstAt: string;
  lastAt: string;
  /** The latest call of the group. */
  lastId: string;
}

/** GET /app/project/{id}/requests/lists: `data`, those that cost most in all first. */
export interface RequestLists {
  groups: RequestListGroup[];
  searchedTo: string;
  sampled: boolean;
  names: RequestNames;
}

/** Advice that would make a list cheaper. */
export const listAdvice = ['equals-filter', 'cursor', 'sort-created', 'kept-totals', 'narrower', 'none'] as const;
export type ListAdvice = (typeof listAdvice)[number];

export interface RequestListGroup {
  storageId: string | null;
  plan: string;
  asks: string;
  calls: number;
  /** Of one call, in the middle and of the slowest twentieth. */
  ms: { p50: number; p95: number };
  reads: { p50: number; p95: number; total: number };
  advice: ListAdvice;
  lastId: string;
}
