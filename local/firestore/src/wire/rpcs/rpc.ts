import type { Call } from '../../actions/call.ts';
import type { MessageType } from '../../codec/proto/message.ts';
import type { Channel, StreamHandler } from '../../streams/channel.ts';

interface Codecs {
  // Erased: `unary`, `serverStream` and `stream` below check that codecs and action agree.
  readonly request: MessageType<unknown>;
  readonly response: MessageType<unknown>;
}

export interface UnaryRpc extends Codecs {
  readonly kind: 'unary';
  run(request: unknown, call: Call): unknown;
}

export interface ServerStreamRpc extends Codecs {
  readonly kind: 'serverStream';
  run(request: unknown, call: Call): Iterable<unknown>;
}

export interface StreamRpc extends Codecs {
  readonly kind: 'stream';
  open(call: Call, channel: Channel<unknown>): StreamHandler<unknown>;
}

export type Rpc = UnaryRpc | ServerStreamRpc | StreamRpc;

export function unary<Req, Res>(
  request: MessageType<Req>,
  response: MessageType<Res>,
  run: (request: Req, call: Call) => Res | Promise<Res>,
): Rpc {
  return { kind: 'unary', ...codecs(request, response), run: run as UnaryRpc['run'] };
}

export function serverStream<Req, Res>(
  request: MessageType<Req>,
  response: MessageType<Res>,
  run: (request: Req, call: Call) => Iterable<Res>,
): Rpc {
  return { kind: 'serverStream', ...codecs(request, response), run: run as ServerStreamRpc['run'] };
}

export function stream<Req, Res>(
  request: MessageType<Req>,
  response: MessageType<Res>,
  open: (call: Call, channel: Channel<Res>) => StreamHandler<Req>,
): Rpc {
  return { kind: 'stream', ...codecs(request, response), open: open as StreamRpc['open'] };
}

function codecs<Req, Res>(request: MessageType<Req>, response: MessageType<Res>): Codecs {
  return { request: request as unknown as MessageType<unknown>, response: response as unknown as MessageType<unknown> };
}
