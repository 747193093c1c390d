import { type ErrorCode, type FieldProblem, statusOf } from '@bedplate/contract';

interface Options extends ErrorOptions {
  details?: readonly FieldProblem[];
  /** Seconds for the header Retry-After. */
  retryAfter?: number;
  headers?: Record<string, string>;
}

/** Its code, message and details are safe to show to a caller; `cause` is for the logs only. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly details: readonly FieldProblem[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: Options = {},
  ) {
    super(message, options);
    this.details = options.details;
    this.headers = { ...options.headers, ...(options.retryAfter ? { 'Retry-After': String(options.retryAfter) } : {}) };
  }

  get status(): number {
    return statusOf[this.code];
  }
}

/** @returns the 404 that a missing, archived or foreign thing gives alike */
export function notFound(what: string): ApiError {
  return new ApiError('not-found', `${what} not found.`);
}

/** @returns a 400 that names the field, in its message's sentence and in `details` */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid-argument', message, { details: [{ field, message }] });
}
