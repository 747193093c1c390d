/** Reads what `ByteWriter` wrote. Reading past the end throws RangeError. */
export class ByteReader {
  #position = 0;

  constructor(readonly buffer: Buffer) {}

  get done(): boolean {
    return this.#position >= this.buffer.length;
  }

  byte(): number {
    return this.buffer.readUInt8(this.#position++);
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    while (true) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  double(): number {
    const value = this.buffer.readDoubleLE(this.#position);
    this.#position += 8;
    return value;
  }

  int64(): bigint {
    const value = this.buffer.readBigInt64LE(this.#position);
    this.#position += 8;
    return value;
  }

  string(): string {
    const end = this.#advance(this.varint());
    return this.buffer.toString('utf8', end.from, end.to);
  }

  /** A copy: the buffer of a whole frame would otherwise stay in memory. */
  bytes(): Uint8Array {
    const { from, to } = this.#advance(this.varint());
    return new Uint8Array(this.buffer.subarray(from, to));
  }

  #advance(count: number): { from: number; to: number } {
    const from = this.#position;
    const to = from + count;
    if (to > this.buffer.length) throw new RangeError('The record ends early.');
    this.#position = to;
    return { from, to };
  }
}
