/** Ways to divide the calls of a project. */
export const callReportBy = ['storage', 'key', 'verb'] as const;
export type CallReportBy = (typeof callReportBy)[number];

/** Ranges of up to so many days are shown by the hour, longer ones by the day. */
export const hourlyReportDays = 3;
/** Storages or keys of an answer; all others are one more group. */
export const callReportGroups = 8;

/** GET /app/reporting/calls: `data`. Days and hours are those of UTC. */
export interface CallReport {
  from: string;
  to: string;
  unit: 'hour' | 'day';
  /** The beginnings of the hours or days, ISO 8601. */
  times: string[];
  total: CallSeries;
  /** The busiest first; `name` is null for those that have none, '' for the account's own key pair. */
  groups: CallSeries[];
}

/** Numbers for each time of a report. Latencies are milliseconds of an estimate, null without a call. */
export interface CallSeries {
  /** Of the storage, key or verb; '-' for calls without one, '~' for all others together. */
  id: string;
  name: string | null;
  calls: number[];
  /** Answers of 400 and above. */
  errors: number[];
  credits: number[];
  p50: (number | null)[];
  p95: (number | null)[];
  whole: { calls: number; errors: number; credits: number; p50: number | null; p95: number | null };
}
