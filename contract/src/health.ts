/** Probes from outside, with the time that each takes. */
export const healthParts = ['functions', 'firestore', 'storage', 'mail', 'stripe'] as const;
/** Checks from inside: work that should not wait, events that should have come, errors. */
export const healthSignals = ['outbox', 'deliveries', 'stripeEvents', 'errors'] as const;
export type HealthPartName = (typeof healthParts)[number];
export type HealthSignalName = (typeof healthSignals)[number];
export type HealthName = HealthPartName | HealthSignalName;

/** `off`: not set up here. `unknown`: nothing was found out, or too long ago. */
export type HealthState = 'ok' | 'slow' | 'down' | 'off' | 'unknown';

/** In English, as alerts and lists name them. */
export const healthLabels: Readonly<Record<HealthName, string>> = {
  functions: 'Functions',
  firestore: 'Firestore',
  storage: 'Storage',
  mail: 'Mail',
  stripe: 'Stripe',
  outbox: 'Mails waiting',
  deliveries: 'Webhook deliveries waiting',
  stripeEvents: 'Payment events',
  errors: 'Errors in the logs',
};

export const healthLimits = {
  /** A check every five minutes. */
  checkMillis: 300_000,
  slotsOfDay: 288,
  /** After this a state is not believed any more. */
  staleMillis: 900_000,
  /** So many checks in a row tell that a part is down, or works again. */
  inARow: 2,
  historyDays: 90,
  incidents: 100,
  /** Between two checks asked for by people. */
  pauseMillis: 30_000,
} as const;

/** Of one part on one day (UTC) or in 24 hours. */
export interface HealthFigures {
  checks: number;
  failed: number;
  /** In milliseconds; null when nothing answered. */
  p50: number | null;
  p95: number | null;
}

export interface HealthNow {
  state: HealthState;
  /** Since when it is up or down. */
  since: string | null;
  checkedAt: string | null;
  /** Why it is down; null otherwise. */
  reason: string | null;
}

export interface HealthPart extends HealthNow, HealthFigures {
  name: HealthPartName;
  /** Of the last check, in milliseconds. */
  millis: number | null;
  /** The last 24 hours in steps of five minutes, oldest first: milliseconds, -1 for a failure, null without a check. */
  recent: (number | null)[];
  days: (HealthFigures & { date: string })[];
}

export interface HealthSignal extends HealthNow {
  name: HealthSignalName;
  /** The result as a number: seconds of the longest wait, or a count of errors. */
  value: number | null;
}

export interface HealthIncident {
  name: HealthName;
  startedAt: string;
  /** Null while it lasts. */
  endedAt: string | null;
  reason: string;
}

/** The last nightly comparison with the payment provider. */
export interface LastReconcile {
  at: string;
  accounts: number;
  repaired: number;
  recoveredEvents: number;
  failures: number;
}

/** The last restore of a project's backup into nowhere. */
export interface LastDrill {
  at: string;
  records: number;
  failure: string | null;
}

/** The version of the stored data, and the step to the next one while there is one. */
export interface HealthData {
  version: number;
  /** The version that this code knows; below `version` after a deployment was taken back. */
  latest: number;
  /** Documents that the step has changed so far. */
  changed: number;
  startedAt: string | null;
  failure: string | null;
}

/** GET /app/superadmin/health */
export interface HealthReport {
  checkedAt: string | null;
  parts: HealthPart[];
  signals: HealthSignal[];
  /** Newest first. */
  incidents: HealthIncident[];
  reconcile: LastReconcile | null;
  /** When credits of ended instances were last settled. */
  creditSweepAt: string | null;
  backupDrill: LastDrill | null;
  data: HealthData;
}
