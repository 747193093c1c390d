/** google.rpc.Code names with their numbers. */
export const grpcCode = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;

export type GrpcCodeName = keyof typeof grpcCode;

/** The one error that reaches a client; gRPC, REST and WebChannel each spell it their way. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: GrpcCodeName,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The error that a client gets. Every other error than an RpcError is a defect of this server: it is logged with its stack, and the
 * client gets a fixed sentence. Two defects are the client's own: a request nested too deeply for the stack, and a path that cannot
 * be decoded.
 */
export function clientError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new RpcError('INVALID_ARGUMENT', 'The request is nested too deeply.');
  }
  if (error instanceof URIError) return new RpcError('INVALID_ARGUMENT', 'The path is not valid percent-encoding.');
  console.error('Internal error:', error);
  return new RpcError('INTERNAL', 'Internal error. See the log of the emulator.');
}
