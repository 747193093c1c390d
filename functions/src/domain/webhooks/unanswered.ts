import { ApiError } from '../../errors/api-error.ts';
import type { StoredTry } from '../../store/documents/endpoint-documents.ts';
import type { Timestamp } from '../../store/model/values.ts';

/** A try that got no answer: why is kept in English, and as code for readers of another language. */
export function unanswered(at: Timestamp, millis: number, error: unknown): StoredTry {
  const reason = error instanceof ApiError ? error.text : null;
  const message = error instanceof Error ? error.message : String(error);
  return { at, status: null, millis, answer: '', error: message, ...(reason && { reason }) };
}
