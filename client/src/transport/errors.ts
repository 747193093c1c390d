import type { ErrorCode, FailureBody, FieldProblem } from '@bedplate/contract/errors';

export type { ErrorCode, FieldProblem };

/** Codes for failures before an answer arrives; the others are the server's. */
export type ClientErrorCode = ErrorCode | 'network' | 'timeout' | 'aborted';

/**
 * The one error of this package. Branch on `code`; `message` is a sentence for people.
 * @example
 * try { await orders.get('x') } catch (error) { if (error instanceof BedplateError && error.code === 'not-found') … }
 */
export class BedplateError extends Error {
  override readonly name = 'BedplateError';
  readonly code: ClientErrorCode;
  /** HTTP status, or 0 when no answer arrived. */
  readonly status: number;
  /** The id of the request in the server's logs; '' when no answer arrived. */
  readonly requestId: string;
  /** The wrong inputs, if the server named them. */
  readonly details: readonly FieldProblem[];

  constructor(code: ClientErrorCode, message: string, options: BedplateErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    this.requestId = options.requestId ?? '';
    this.details = options.details ?? [];
  }
}

export interface BedplateErrorOptions {
  status?: number;
  requestId?: string;
  details?: readonly FieldProblem[];
  cause?: unknown;
}

/**
 * @returns the error of a failed answer, whose body may come from a proxy instead of the product
 */
export function errorFromAnswer(status: number, body: unknown, requestId: string | null): BedplateError {
  const failure = (typeof body === 'object' && body !== null ? body : {}) as Partial<FailureBody>; // read field by field below
  return new BedplateError(failure.error?.code ?? codeOf(status), failure.message ?? `The server answered ${status}.`, {
    status,
    requestId: failure.error?.requestId ?? requestId ?? '',
    details: failure.error?.details,
  });
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'permission-denied';
  if (status === 404) return 'not-found';
  if (status === 413) return 'payload-too-large';
  if (status === 429) return 'too-many-requests';
  if (status >= 400 && status < 500) return 'invalid-argument';
  return status === 500 ? 'internal' : 'unavailable';
}
