/** Below this length, a text's length is one byte of a varint. */
const shortText = 32;

/** A growing buffer; numbers are little-endian. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
  }

  /** An unsigned integer below 2^53, seven bits a byte. */
  varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  int64(value: bigint): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeBigInt64LE(value, this.#length);
  }

  string(text: string): void {
    if (text.length <= shortText && this.#shortAscii(text)) return;
    const size = Buffer.byteLength(text);
    this.varint(size);
    this.#reserve(size);
    this.#buffer.write(text, this.#length, 'utf8');
    this.#length += size;
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** The bytes written since the last `take`; the writer is empty afterwards. */
  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(4096);
    this.#length = 0;
    return taken;
  }

  /** Most names and many texts: character by character, which for so few costs less than two calls out of JavaScript. */
  #shortAscii(text: string): boolean {
    const { length } = text;
    this.#reserve(1 + length);
    const buffer = this.#buffer;
    const start = this.#length + 1;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return false;
      buffer[start + i] = code;
    }
    buffer[this.#length] = length;
    this.#length = start + length;
    return true;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + count));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
