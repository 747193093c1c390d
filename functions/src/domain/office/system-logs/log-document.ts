import type { Timestamp } from '../../../store/model/values.ts';

/** systemLogs/{id}: a line of the log that staff can look at, without personal data. The database's TTL removes it. */
export interface SystemLogDocument {
  level: 'info' | 'error';
  message: string;
  error: { name: string; message: string; stack: string } | null;
  fileName: string | null;
  callerFunction: string | null;
  requestId: string | null;
  fields: Record<string, string | number | boolean | null>;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}
