import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { RpcError } from '../../model/rpc-error.ts';
import { statusTrailers } from './status.ts';

const headers = { ':status': 200, 'content-type': 'application/grpc+proto' } as const;

/** Answers with trailers only. */
export function refuse(stream: ServerHttp2Stream, error: RpcError): void {
  if (!canAnswer(stream)) return;
  stream.respond({ ...headers, ...statusTrailers(error) }, { endStream: true });
  stream.resume();
  closeBoth(stream);
}

/**
 * Answers with headers first, then the trailers. Google's clients take a stream that fails before its headers for one that never
 * reached the server, and repeat it twice with pauses of seconds before they report the error.
 */
export function refuseStream(stream: ServerHttp2Stream, error: RpcError): void {
  if (!canAnswer(stream)) return;
  sendAtEnd(stream, () => statusTrailers(error));
  stream.respond(headers, { waitForTrailers: true });
  stream.end();
}

/** Sends trailers after the last message and ends the stream for both sides. */
export function sendAtEnd(stream: ServerHttp2Stream, trailers: () => OutgoingHttpHeaders): void {
  stream.on('wantTrailers', () => {
    stream.sendTrailers(trailers());
    closeBoth(stream);
  });
}

/** A call is over with its status. A client that would still send gets a reset without error; otherwise the stream would stay. */
function closeBoth(stream: ServerHttp2Stream): void {
  setImmediate(() => {
    if (!stream.destroyed && !stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}

/** False once the answer has begun, or when the client has reset the stream: Node throws on an answer to such a stream. */
export function canAnswer(stream: ServerHttp2Stream): boolean {
  return !stream.headersSent && !stream.destroyed && !stream.closed;
}
