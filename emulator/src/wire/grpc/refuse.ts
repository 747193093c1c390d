import type { ServerHttp2Stream } from 'node:http2';
import type { RpcError } from '../../rpc-error.ts';
import { statusTrailers } from './status.ts';

/** Answers with trailers only. */
export function refuse(stream: ServerHttp2Stream, error: RpcError): void {
  if (stream.headersSent || stream.destroyed) return;
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto', ...statusTrailers(error) }, { endStream: true });
  stream.resume();
}
