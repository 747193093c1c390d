import type { OutgoingHttpHeaders } from 'node:http2';
import { grpcCode, type RpcError } from '../../model/rpc-error.ts';

/** Trailers of a gRPC answer; the message is percent-encoded UTF-8. */
export function statusTrailers(error: RpcError | undefined, bill?: string): OutgoingHttpHeaders {
  return {
    'grpc-status': error ? grpcCode[error.code] : 0,
    ...(error && { 'grpc-message': percentEncoded(error.message) }),
    ...(bill !== undefined && { 'x-local-firestore-billed': bill }),
  };
}

/** Milliseconds of a `grpc-timeout` such as `100m` or `5S`; undefined when there is none. */
export function timeoutMillis(header: string | string[] | undefined): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(String(header ?? ''));
  if (!match) return undefined;
  return Number(match[1]) * (unitMillis[match[2] ?? ''] ?? 1);
}

const unitMillis: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

function percentEncoded(text: string): string {
  return (
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/[^\x20-\x24\x26-\x7e]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
      .slice(0, 6000)
      // An escape cut in half cannot be decoded.
      .replace(/%[\dA-F]?$/, '')
  );
}
