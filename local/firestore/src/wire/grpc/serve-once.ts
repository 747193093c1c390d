import type { ServerHttp2Stream } from 'node:http2';
import type { Call } from '../../actions/call.ts';
import { clientError, RpcError } from '../../model/rpc-error.ts';
import type { ServerStreamRpc, UnaryRpc } from '../rpcs/rpc.ts';
import { framed, FrameReader } from './frames.ts';
import { statusTrailers } from './status.ts';
import { canAnswer, refuse, refuseStream, sendAtEnd } from './refuse.ts';

const chunkMessages = 200;

/** One request message, then one or more answers. */
export function serveOnce(
  rpc: UnaryRpc | ServerStreamRpc,
  { call, stream, encoding }: { call: Call; stream: ServerHttp2Stream; encoding: string | undefined },
): void {
  const reader = new FrameReader(encoding);
  let message: Buffer | undefined;
  stream.on('data', (chunk: Buffer) => {
    try {
      message = reader.push(chunk)[0] ?? message;
    } catch (error) {
      refuse(stream, clientError(error));
    }
  });
  stream.on('deadline', () => {
    const error = new RpcError('DEADLINE_EXCEEDED', 'Deadline exceeded');
    call.cancel(error);
    refuse(stream, error);
  });
  stream.once('close', () => {
    if (!stream.headersSent) call.cancel();
  });
  stream.on('end', () => {
    if (message === undefined) refuse(stream, new RpcError('INVALID_ARGUMENT', 'The request holds no complete message.'));
    else
      answer(rpc, { call, stream, message }).catch((error: unknown) =>
        (rpc.kind === 'unary' ? refuse : refuseStream)(stream, clientError(error)),
      );
  });
}

async function answer(
  rpc: UnaryRpc | ServerStreamRpc,
  { call, stream, message }: { call: Call; stream: ServerHttp2Stream; message: Buffer },
): Promise<void> {
  const request = rpc.request.decode(message);
  if (rpc.kind === 'unary') {
    const pending = rpc.run(request, call);
    const body = framed(rpc.response, [pending instanceof Promise ? await pending : pending]);
    if (!respond(stream, call)) return;
    stream.end(body);
    return;
  }
  const answers = rpc.run(request, call)[Symbol.iterator]();
  let chunk = take(answers);
  const first = framed(rpc.response, chunk);
  if (!respond(stream, call)) return;
  stream.write(first);
  while (chunk.length === chunkMessages && !stream.destroyed) {
    if (stream.writableNeedDrain) await drained(stream);
    chunk = take(answers);
    stream.write(framed(rpc.response, chunk));
  }
  stream.end();
}

function take(answers: Iterator<unknown>): readonly unknown[] {
  const taken: unknown[] = [];
  while (taken.length < chunkMessages) {
    const next = answers.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

function respond(stream: ServerHttp2Stream, call: Call): boolean {
  if (!canAnswer(stream)) return false;
  sendAtEnd(stream, () => statusTrailers(undefined, call.bill));
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
  return true;
}

function drained(stream: ServerHttp2Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
