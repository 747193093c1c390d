/** gRPC status codes: https://grpc.github.io/grpc/core/md_doc_statuscodes.html */
const codes = { notFound: 5, alreadyExists: 6, failedPrecondition: 9, aborted: 10 } as const;

export const isNotFound = (error: unknown): boolean => codeOf(error) === codes.notFound;
export const isAlreadyExists = (error: unknown): boolean => codeOf(error) === codes.alreadyExists;
export const isAborted = (error: unknown): boolean => codeOf(error) === codes.aborted;
export const isFailedPrecondition = (error: unknown): boolean => codeOf(error) === codes.failedPrecondition;

/** Cancelled, unknown, deadline, exhausted, internal, unavailable, unauthenticated: with these the SDK tries a transaction again. */
const transient: unknown[] = [1, 2, 4, 8, 13, 14, 16];
export const isTransient = (error: unknown): boolean => transient.includes(codeOf(error)) || isExpired(error);

/** Exhausted, unavailable, unauthenticated, or begun too long ago: Firestore has done nothing. */
const undone: unknown[] = [8, 14, 16];
export const isUnavailable = (error: unknown): boolean => undone.includes(codeOf(error)) || isExpired(error);

const isExpired = (error: unknown): boolean => error instanceof Error && error.message.includes('transaction has expired');

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
