import type { FailureBody } from '@bedplate/contract';
import { clearSession, storedSession } from '../session/session.ts';
import { ApiError } from './api-error.ts';

/** An answer that is not a success. */
interface Refusal {
  status: number;
  /** The answer's text, which may be anything when a proxy wrote it. */
  text: string;
  requestId: string | null;
  /** Whose request log has the line of the call. */
  project: string | null;
}

/**
 * Makes an error of a refused call. A 401 also ends the session.
 * @param token the token of the call; null for a visitor, whose session is not ended
 */
export function refusalOf({ status, text, requestId, project }: Refusal, token: string | null): ApiError {
  // Another tab may have signed in since: only the session of the refused token ends.
  if (status === 401 && token && storedSession()?.token === token) clearSession();
  const { message, error } = (jsonOf(text) ?? {}) as Partial<FailureBody>; // foreign until checked below
  return new ApiError({
    code: error?.code ?? 'unknown',
    status,
    serverMessage: typeof message === 'string' && message !== '' ? message : null,
    text: typeof error?.key === 'string' ? { key: error.key, values: error.values ?? {} } : null,
    requestId: error?.requestId ?? requestId,
    projectId: project,
    details: Array.isArray(error?.details) ? error.details : [],
  });
}

/** @returns the value of a JSON text, or null when it is none */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
