import { createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { Call, type Backend } from '../../actions/call.ts';
import { clientError, RpcError } from '../../model/rpc-error.ts';
import { rpcs } from '../rpcs/rpcs.ts';
import type { Rpc } from '../rpcs/rpc.ts';
import { canAnswer, refuse } from './refuse.ts';
import { serveOnce } from './serve-once.ts';
import { serveStream } from './serve-stream.ts';
import { timeoutMillis } from './status.ts';

const path = /^\/google\.firestore\.(?:v1|v1beta1)\.Firestore\/([A-Za-z]+)$/;
const mebibyte = 1024 * 1024;

/** gRPC over cleartext HTTP/2. It does not listen by itself: the multiplexer hands it connections. */
export function createGrpcServer(backend: Backend): Http2Server {
  const server = createServer({
    settings: { initialWindowSize: mebibyte, maxConcurrentStreams: 10_000 },
    // The default of 10 MB answers ENHANCE_YOUR_CALM to a few large commits at once.
    maxSessionMemory: 1000,
  });
  server.on('session', (session) => {
    session.setLocalWindowSize(16 * mebibyte);
    session.on('error', ignoreLostConnection);
  });
  server.on('sessionError', ignoreLostConnection);
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    stream.on('error', ignoreLostConnection);
    if (canAnswer(stream)) serve(backend, stream, headers);
  });
  return server;
}

function serve(backend: Backend, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  if (!String(headers['content-type'] ?? '').startsWith('application/grpc')) {
    stream.respond({ ':status': 415 }, { endStream: true });
    return;
  }
  const name = path.exec(headers[':path'] ?? '')?.[1];
  const rpc: Rpc | undefined = name !== undefined && Object.hasOwn(rpcs, name) ? rpcs[name] : undefined;
  if (!rpc) {
    refuse(stream, new RpcError('UNIMPLEMENTED', `Method ${(headers[':path'] ?? '').slice(1)} is unimplemented`));
    return;
  }
  const call = new Call(backend, headers.authorization);
  limitTime(stream, timeoutMillis(headers['grpc-timeout']));
  const encoding = typeof headers['grpc-encoding'] === 'string' ? headers['grpc-encoding'] : undefined;
  try {
    if (rpc.kind === 'stream') serveStream(rpc, { call, stream, encoding });
    else serveOnce(rpc, { call, stream, encoding });
  } catch (error) {
    refuse(stream, clientError(error));
  }
}

function limitTime(stream: ServerHttp2Stream, millis: number | undefined): void {
  // Longer delays overflow Node's timer; a client that waits 24 days can as well wait for ever.
  if (millis === undefined || millis > 0x7fffffff) return;
  const timer = setTimeout(() => stream.emit('deadline'), millis);
  stream.once('close', () => clearTimeout(timer));
}

/** Clients come and go; a broken connection concerns only its own streams, which are closed with it. */
function ignoreLostConnection(): void {}
