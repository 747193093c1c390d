import { gunzipSync } from 'node:zlib';
import { RpcError } from '../../model/rpc-error.ts';
import type { MessageType } from '../../codec/proto/message.ts';
import { ProtoWriter } from '../../codec/proto/writer.ts';
import { maxRequestBytes, requestTooLarge } from '../http/body.ts';

/** Cuts a byte stream into gRPC messages: flag, four bytes of length, payload, split anywhere. */
export class FrameReader {
  readonly #encoding: string | undefined;
  #pending: Buffer[] = [];
  #length = 0;

  constructor(encoding: string | undefined) {
    this.#encoding = encoding;
  }

  /**
   * Takes a chunk and returns the messages it completes.
   * @throws RpcError for a message too large or compressed in a way this server does not read
   */
  push(chunk: Buffer): readonly Buffer[] {
    this.#pending.push(chunk);
    this.#length += chunk.length;
    const messages: Buffer[] = [];
    for (let message = this.#next(); message; message = this.#next()) messages.push(message);
    return messages;
  }

  #next(): Buffer | undefined {
    if (this.#length < 5) return undefined;
    const head = this.#joined(5);
    const size = head.readUInt32BE(1);
    if (size > maxRequestBytes) throw requestTooLarge();
    if (this.#length < 5 + size) return undefined;
    const all = this.#joined(5 + size);
    const payload = all.subarray(5, 5 + size);
    const rest = all.subarray(5 + size);
    this.#pending = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return all[0] === 0 ? payload : this.#unzip(payload);
  }

  /** The first chunk, made at least `count` bytes long by joining. */
  #joined(count: number): Buffer {
    const [first] = this.#pending;
    if (first && first.length >= count) return first;
    const joined = Buffer.concat(this.#pending);
    this.#pending = [joined];
    return joined;
  }

  #unzip(payload: Buffer): Buffer {
    if (this.#encoding !== 'gzip') {
      throw new RpcError('UNIMPLEMENTED', `Messages compressed with "${this.#encoding ?? 'identity'}" are not supported; use gzip.`);
    }
    try {
      return gunzipSync(payload, { maxOutputLength: maxRequestBytes });
    } catch (cause) {
      throw new RpcError('INVALID_ARGUMENT', 'The compressed request message cannot be unpacked, or is too large when it is.', { cause });
    }
  }
}

/** Messages as gRPC frames, one after another in one buffer. */
export function framed<T>(type: MessageType<T>, messages: Iterable<T>): Buffer {
  const writer = new ProtoWriter();
  for (const message of messages) {
    const start = writer.openFrame();
    type.writeBody(writer, message);
    writer.closeFrame(start);
  }
  return writer.finish();
}
