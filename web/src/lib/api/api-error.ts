import { type ErrorCode, type FieldProblem, messages } from '@bedplate/contract';

/** A failed call: the server refused it (`status` is set) or no answer came (`network`, `timeout`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'network' | 'timeout' | 'unknown';
  readonly status: number | null;
  readonly requestId: string | null;
  readonly details: readonly FieldProblem[];
  /** The server's sentence; null when it gave none. */
  readonly serverMessage: string | null;

  constructor(fact: {
    code: ApiError['code'];
    status?: number;
    serverMessage?: string | null;
    requestId?: string | null;
    details?: readonly FieldProblem[];
    cause?: unknown;
  }) {
    super(fact.serverMessage ?? fact.code, { cause: fact.cause });
    this.code = fact.code;
    this.status = fact.status ?? null;
    this.serverMessage = fact.serverMessage ?? null;
    this.requestId = fact.requestId ?? null;
    this.details = fact.details ?? [];
  }
}

/** @returns the server's message, `fallback` when an answer had none, `unanswered` when no answer came */
export function messageOf(
  error: unknown,
  fallback: string = messages.anErrorOccurred,
  unanswered: string = messages.unexpectedError,
): string {
  if (!(error instanceof ApiError) || error.status === null) return unanswered;
  return error.serverMessage ?? fallback;
}

/** @returns whether the object does not exist for this person */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/** @returns whether the record has changed since it was read */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict';
}
