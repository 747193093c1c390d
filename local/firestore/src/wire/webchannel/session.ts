import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Call } from '../../actions/call.ts';
import { clientError, type RpcError } from '../../model/rpc-error.ts';
import type { Channel, StreamHandler } from '../../streams/channel.ts';
import { errorJson } from '../http/answer.ts';
import { badPayload } from '../../codec/proto/type.ts';
import type { StreamRpc } from '../rpcs/rpc.ts';
import { frame } from './frames.ts';

const noopMillis = 30_000;
const backChannelMillis = 60_000;
/** A client acknowledges by opening its next back channel; it is made to do so before too much piles up here. */
const maxBackChannelBytes = 4 * 1024 * 1024;

interface BackChannel {
  readonly response: ServerResponse;
  readonly streaming: boolean;
  readonly timers: readonly NodeJS.Timeout[];
  bytes: number;
}

/** One WebChannel: messages from the client by POST, answers numbered and kept until the client has seen them. */
export class Session {
  readonly id = randomBytes(16).toString('base64url');
  /** When the client last had a back channel open or sent something, milliseconds since the epoch. */
  lastSeen = Date.now();
  readonly #rpc: StreamRpc;
  readonly #handler: StreamHandler<unknown>;
  #waiting: { readonly id: number; readonly text: string }[] = [];
  #waitingBytes = 0;
  #lastId = 0;
  #sentId = 0;
  #nextMessage = 0;
  #backChannel: BackChannel | undefined;
  #ended = false;

  constructor(rpc: StreamRpc, call: Call) {
    this.#rpc = rpc;
    const channel: Channel<unknown> = {
      send: (messages) => {
        for (const message of messages) this.#queue(JSON.stringify(rpc.response.toJson(message)));
        this.#flush();
      },
      end: (error) => this.#end(error),
      backlog: () => this.#waitingBytes,
    };
    this.#handler = rpc.open(call, channel);
  }

  get hasBackChannel(): boolean {
    return this.#backChannel !== undefined;
  }

  /** Ended, and the client has everything: there is nothing to wait for any more. */
  get isOver(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  get lastSentId(): number {
    return this.#sentId;
  }

  /** Takes messages of a POST; those with an index that came before are repeats. */
  receive(offset: number, messages: readonly string[]): void {
    this.lastSeen = Date.now();
    for (const [index, text] of messages.entries()) {
      if (offset + index < this.#nextMessage) continue;
      this.#nextMessage = offset + index + 1;
      if (this.#ended) return;
      try {
        this.#handler.receive(this.#rpc.request.fromJson(parse(text)));
      } catch (error) {
        this.#end(clientError(error));
      }
    }
  }

  /** The client has everything up to this id. */
  acknowledge(id: number): void {
    const before = this.#waitingBytes;
    while (this.#waiting[0] && this.#waiting[0].id <= id) this.#waitingBytes -= this.#waiting.shift()?.text.length ?? 0;
    if (this.#waitingBytes < before && !this.#ended) this.#handler.drained();
  }

  /** Opens the back channel: everything after `seen` is sent again. With `streaming` it stays open for a minute, else until the first message. */
  openBackChannel(response: ServerResponse, seen: number, streaming: boolean): void {
    this.closeBackChannel();
    this.lastSeen = Date.now();
    this.acknowledge(seen);
    this.#sentId = Math.max(0, seen);
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'private, max-age=0',
      'X-Content-Type-Options': 'nosniff',
    });
    response.flushHeaders();
    const timers = [setInterval(() => this.#noop(), noopMillis), setTimeout(() => this.closeBackChannel(), backChannelMillis)];
    this.#backChannel = { response, streaming, timers, bytes: 0 };
    response.on('close', () => {
      if (this.#backChannel?.response === response) this.closeBackChannel();
    });
    if (streaming && !this.#ended) this.#queueRaw('["noop"]');
    this.#flush();
  }

  closeBackChannel(): void {
    const open = this.#backChannel;
    if (!open) return;
    this.#backChannel = undefined;
    this.lastSeen = Date.now();
    for (const timer of open.timers) clearTimeout(timer);
    open.response.end();
  }

  /** The client is gone, or said goodbye. */
  terminate(): void {
    this.closeBackChannel();
    this.#ended = true;
    this.#handler.closed();
  }

  #noop(): void {
    this.#queueRaw('["noop"]');
    this.#flush();
  }

  #queue(json: string): void {
    if (!this.#ended) this.#queueRaw(`[${json}]`);
  }

  #queueRaw(text: string): void {
    const id = ++this.#lastId;
    const entry = `[${id},${text}]`;
    this.#waiting.push({ id, text: entry });
    this.#waitingBytes += entry.length;
  }

  #end(error: RpcError | undefined): void {
    if (this.#ended) return;
    if (error) this.#queue(JSON.stringify(errorJson(error)));
    else this.#queueRaw('["close"]');
    this.#ended = true;
    this.#flush();
    this.#handler.closed();
  }

  #flush(): void {
    const open = this.#backChannel;
    if (!open) return;
    const firstId = this.#waiting[0]?.id ?? 0;
    const unsent = this.#waiting.slice(Math.max(0, this.#sentId + 1 - firstId));
    if (unsent.length === 0) return;
    const text = frame(`[${unsent.map((entry) => entry.text).join(',')}]`);
    this.#sentId = this.#lastId;
    open.response.write(text);
    open.bytes += text.length;
    if (!open.streaming || this.#ended || open.bytes > maxBackChannelBytes) this.closeBackChannel();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badPayload();
  }
}
