import { RpcError } from '../rpc-error.ts';

/**
 * The error a client is told about. What is no RpcError is a defect of this server: it is logged with its stack and the client learns
 * nothing of it, except that a request nested too deeply for the stack, or a path that cannot be decoded, is the client's own.
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
