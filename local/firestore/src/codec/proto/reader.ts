import { RpcError } from '../../model/rpc-error.ts';

/** protobuf-java refuses deeper nesting; so do we, before the stack does. */
const maxDepth = 100;

/** Reads protobuf's wire format from a buffer. Every method throws INVALID_ARGUMENT where the bytes end too early. */
export class ProtoReader {
  position = 0;
  /** End of the message being read; nested messages narrow it. */
  end: number;
  readonly #bytes: Buffer;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.end = bytes.length;
  }

  more(): boolean {
    return this.position < this.end;
  }

  uint32(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.position++];
    if (byte === undefined) throw truncated();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let shift = 7; shift < 70; shift += 7) {
      byte = bytes[this.position++];
      if (byte === undefined) throw truncated();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RpcError('INVALID_ARGUMENT', 'The request message holds an integer of more than ten bytes.');
  }

  int32(): number {
    return this.uint32() | 0;
  }

  bool(): boolean {
    return this.int64() !== 0n;
  }

  int64(): bigint {
    const bytes = this.#bytes;
    let low = 0;
    let high = 0;
    for (let index = 0; index < 10; index++) {
      const byte = bytes[this.position++];
      if (byte === undefined) throw truncated();
      const part = byte & 0x7f;
      if (index < 4) low |= part << (index * 7);
      else if (index === 4) {
        low |= part << 28;
        high |= part >>> 4;
      } else if (index < 10) high |= part << (index * 7 - 32);
      if (byte < 0x80) return join(high, low);
    }
    throw new RpcError('INVALID_ARGUMENT', 'The request message holds an integer of more than ten bytes.');
  }

  /** An int64 that is known to fit a safe integer, e.g. the seconds of a timestamp; larger ones lose precision, not sign. */
  int53(): number {
    const first = this.#bytes[this.position];
    if (first !== undefined && first < 0x80) {
      this.position++;
      return first;
    }
    return Number(this.int64());
  }

  double(): number {
    const at = this.position;
    if (at + 8 > this.end) throw truncated();
    this.position = at + 8;
    return this.#bytes.readDoubleLE(at);
  }

  /** A copy: the buffer the request came in may be reused. */
  bytes(): Uint8Array {
    const end = this.#lengthEnd();
    const copy = Uint8Array.prototype.slice.call(this.#bytes, this.position, end);
    this.position = end;
    return new Uint8Array(copy.buffer, copy.byteOffset, copy.length);
  }

  string(): string {
    const end = this.#lengthEnd();
    const start = this.position;
    this.position = end;
    const text = this.#bytes.toString('utf8', start, end);
    if (text.includes('\ufffd')) assertUtf8(this.#bytes.subarray(start, end));
    return text;
  }

  /** Runs `read` with `end` set to the end of the length-delimited message that starts here. */
  nested<T>(read: () => T): T {
    const end = this.#lengthEnd();
    const outer = this.end;
    if (++this.#depth > maxDepth)
      throw new RpcError('INVALID_ARGUMENT', `The request message is nested more than ${maxDepth} levels deep.`);
    this.end = end;
    const result = read();
    if (this.position !== end) throw truncated();
    this.end = outer;
    this.#depth--;
    return result;
  }

  skip(wireType: number): void {
    if (wireType === 0) this.int64();
    else if (wireType === 1) this.position += 8;
    else if (wireType === 2) this.position = this.#lengthEnd();
    else if (wireType === 5) this.position += 4;
    else throw new RpcError('INVALID_ARGUMENT', `The request message holds a field of wire type ${wireType}.`);
    if (this.position > this.end) throw truncated();
  }

  #lengthEnd(): number {
    const length = this.uint32();
    const end = this.position + length;
    if (end > this.end) throw truncated();
    return end;
  }
}

function join(high: number, low: number): bigint {
  if (high === 0) return BigInt(low >>> 0);
  return BigInt.asIntN(64, (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
}

function truncated(): RpcError {
  return new RpcError('INVALID_ARGUMENT', 'The request message ends before it is complete.');
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function assertUtf8(bytes: Uint8Array): void {
  try {
    strictUtf8.decode(bytes);
  } catch (cause) {
    throw new RpcError('INVALID_ARGUMENT', 'The request message holds a string that is not valid UTF-8.', { cause });
  }
}
