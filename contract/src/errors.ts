import type { Text } from './texts/text.ts';

/** The closed list of error codes, each with its HTTP status. A code is what programs branch on; the message is for people. */
export const statusOf = {
  'invalid-argument': 400,
  'malformed-json': 400,
  unauthenticated: 401,
  'payment-failed': 402,
  'permission-denied': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'already-exists': 409,
  'quota-exceeded': 409,
  'idempotency-mismatch': 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'query-too-broad': 422,
  'too-many-requests': 429,
  'credits-exhausted': 429,
  'cap-reached': 429,
  internal: 500,
  unavailable: 503,
  'feature-off': 503,
  maintenance: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The body of every failure, of both APIs. The console's API adds the message as code: a key and values, where it has one. */
export interface FailureBody {
  success: false;
  message: string;
  error: { code: ErrorCode; requestId: string; details?: readonly FieldProblem[] } & Partial<Text>;
}

/** One wrong input: where it is and what to do about it. `field` is a dotted path, '' for the whole body. */
export interface FieldProblem extends Partial<Text> {
  field: string;
  message: string;
}
