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
