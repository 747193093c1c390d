import { RpcError } from '../rpc-error.ts';

/** Firestore's limit of a request: https://firebase.google.com/docs/firestore/quotas */
export const maxRequestBytes = 10 * 1024 * 1024;

/** In the words of Google's servers, which clients do not try again. */
export function requestTooLarge(): RpcError {
  return new RpcError('INVALID_ARGUMENT', `Request payload size exceeds the limit: ${maxRequestBytes} bytes.`);
}
