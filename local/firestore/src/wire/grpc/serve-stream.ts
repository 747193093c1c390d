import type { ServerHttp2Stream } from 'node:http2';
import type { Call } from '../../actions/call.ts';
import { clientError, RpcError } from '../../model/rpc-error.ts';
import type { Channel } from '../../streams/channel.ts';
import type { StreamRpc } from '../rpcs/rpc.ts';
import { framed, FrameReader } from './frames.ts';
import { sendAtEnd } from './refuse.ts';
import { statusTrailers } from './status.ts';

/** Listen and Write: messages both ways until either side ends. */
export function serveStream(
  rpc: StreamRpc,
  { call, stream, encoding }: { call: Call; stream: ServerHttp2Stream; encoding: string | undefined },
): void {
  const reader = new FrameReader(encoding);
  let error: RpcError | undefined;
  let ended = false;
  const channel: Channel<unknown> = {
    send: (messages) => {
      if (!ended && !stream.destroyed) stream.write(framed(rpc.response, messages));
    },
    end: (reason) => {
      if (ended) return;
      ended = true;
      error = reason;
      stream.end();
    },
    backlog: () => stream.writableLength,
  };

  sendAtEnd(stream, () => statusTrailers(error, call.bill));
  // At once, before the first message: clients wait for the headers before they send.
  stream.respond({ ':status': 200, 'content-type': 'application/grpc+proto' }, { waitForTrailers: true });
  const handler = rpc.open(call, channel);
  stream.on('data', (chunk: Buffer) => {
    if (ended) return;
    try {
      for (const message of reader.push(chunk)) handler.receive(rpc.request.decode(message));
    } catch (thrown) {
      channel.end(clientError(thrown));
    }
  });
  stream.on('end', () => handler.halfClose());
  stream.on('drain', () => handler.drained());
  stream.on('deadline', () => {
    const error = new RpcError('DEADLINE_EXCEEDED', 'Deadline exceeded');
    call.cancel(error);
    channel.end(error);
  });
  stream.once('close', () => {
    ended = true;
    handler.closed();
  });
}
