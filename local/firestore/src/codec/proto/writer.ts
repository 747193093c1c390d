/** Writes protobuf's wire format into one growing buffer. */
export class ProtoWriter {
  #bytes: Buffer;
  #position = 0;

  constructor(capacity = 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
  }

  get length(): number {
    return this.#position;
  }

  /** The bytes written so far. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#position);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#position++] = value;
  }

  uint32(value: number): void {
    this.#reserve(5);
    let rest = value >>> 0;
    while (rest > 0x7f) {
      this.#bytes[this.#position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#position++] = rest;
  }

  int32(value: number): void {
    if (value >= 0) this.uint32(value);
    else this.int64(BigInt(value));
  }

  int64(value: bigint): void {
    if (value >= 0n && value <= 0x7fffffffn) {
      this.uint32(Number(value));
      return;
    }
    this.#reserve(10);
    const unsigned = BigInt.asUintN(64, value);
    let low = Number(unsigned & 0xffffffffn);
    let high = Number(unsigned >> 32n);
    while (high !== 0) {
      this.#bytes[this.#position++] = (low & 0x7f) | 0x80;
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    this.uint32(low);
  }

  /** A safe integer as int64. */
  int53(value: number): void {
    if (value >= 0 && value <= 0xffffffff) this.uint32(value);
    else this.int64(BigInt(value));
  }

  double(value: number): void {
    this.#reserve(8);
    this.#bytes.writeDoubleLE(value, this.#position);
    this.#position += 8;
  }

  /** Bytes with their length before them. */
  bytes(value: Uint8Array): void {
    this.uint32(value.length);
    this.raw(value);
  }

  /** Bytes as they are. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#position);
    this.#position += value.length;
  }

  string(value: string): void {
    const atMost = value.length * 3;
    if (atMost < 128) {
      this.#reserve(atMost + 1);
      const written = this.#bytes.write(value, this.#position + 1, 'utf8');
      this.#bytes[this.#position] = written;
      this.#position += written + 1;
      return;
    }
    const length = Buffer.byteLength(value);
    this.uint32(length);
    this.#reserve(length);
    this.#bytes.write(value, this.#position, 'utf8');
    this.#position += length;
  }

  /** Starts a length-delimited message and leaves one byte for its length; hand the result to `close`. */
  open(): number {
    this.#reserve(1);
    return ++this.#position;
  }

  /** Ends the message started by `open`, moving its content when the length needs more than the one byte. */
  close(start: number): void {
    const length = this.#position - start;
    if (length < 128) {
      this.#bytes[start - 1] = length;
      return;
    }
    const extra = length < 1 << 14 ? 1 : length < 1 << 21 ? 2 : length < 1 << 28 ? 3 : 4;
    this.#reserve(extra);
    this.#bytes.copyWithin(start + extra, start, this.#position);
    const end = this.#position + extra;
    this.#position = start - 1;
    this.uint32(length);
    this.#position = end;
  }

  /** Starts a gRPC frame (flag and four bytes of length); hand the result to `closeFrame`. */
  openFrame(): number {
    this.#reserve(5);
    this.#bytes[this.#position] = 0;
    this.#position += 5;
    return this.#position;
  }

  closeFrame(start: number): void {
    this.#bytes.writeUInt32BE(this.#position - start, start - 4);
  }

  #reserve(count: number): void {
    if (this.#position + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#position + count));
    this.#bytes.copy(larger, 0, 0, this.#position);
    this.#bytes = larger;
  }
}
