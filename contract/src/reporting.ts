/** Days that a report may span. */
export const reportDaysMax = 92;
/** Storages whose entries are counted day by day; the others tell their total of the range only. */
export const reportStoragesMax = 12;
/** Entries that `raw` lists in one answer over all storages. */
export const reportEntriesMax = 1000;

/** GET /app/reporting: `data`. Days are UTC days as yyyy-MM-dd. */
export interface Report {
  from: string;
  to: string;
  users: { id: string; name: string; role: string; is_active: boolean }[];
  storageMetrics: { totalStorageCount: number };
  raw: ReportStorage[];
  apiUsageHistory: { id: string; userId: string; usage: number; createdAt: string }[];
}

export interface ReportStorage {
  storageId: string;
  storageName: string;
  /** Records created in the range that still exist. */
  total: number;
  /** One count per day of the range; empty beyond the storages that are counted by day. */
  daily: number[];
  /** Entries of the range, the first ones when there are more: at most `reportEntriesMax` in the whole answer. */
  storageData: { data: { createdAt: string }[] };
}
