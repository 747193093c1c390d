import type { ServerHttp2Stream } from 'node:http2';
import type { RpcError } from '../../rpc-error.ts';
import { statusTrailers } from './status.ts';

const headers = { ':status': 200, 'content-type': 'application/grpc+proto' } as const;

/** Answers with trailers only. */
export function refuse(stream: ServerHttp2Stream, error: RpcError): void {
  if (stream.headersSent || stream.destroyed) return;
  stream.respond({ ...headers, ...statusTrailers(error) }, { endStream: true });
  stream.resume();
}

/**
 * Answers with headers first, then the trailers. Google's clients take a stream that fails before its headers for one that never
 * reached the server, and repeat it twice with pauses of seconds before they report the error.
 */
export function refuseStream(stream: ServerHttp2Stream, error: RpcError): void {
  if (stream.headersSent || stream.destroyed) return;
  stream.on('wantTrailers', () => stream.sendTrailers(statusTrailers(error)));
  stream.respond(headers, { waitForTrailers: true });
  stream.end();
}
