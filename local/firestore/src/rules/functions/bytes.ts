import { createHash } from 'node:crypto';
import { type Overload, overload } from './overload.ts';

export const hashingFunctions: Readonly<Record<string, readonly Overload[]>> = {
  md5: ofBytesOrString((bytes) => createHash('md5').update(bytes).digest()),
  sha256: ofBytesOrString((bytes) => createHash('sha256').update(bytes).digest()),
  crc32: ofBytesOrString((bytes) => littleEndian(checksum(bytes, ieee))),
  crc32c: ofBytesOrString((bytes) => littleEndian(checksum(bytes, castagnoli))),
};

export const bytesMethods: Readonly<Record<string, readonly Overload[]>> = {
  size: [overload(['bytes'], (self) => BigInt(self.length))],
  /** URL-safe alphabet, with padding. */
  toBase64: [overload(['bytes'], (self) => Buffer.from(self).toString('base64').replaceAll('+', '-').replaceAll('/', '_'))],
  toHexString: [overload(['bytes'], (self) => Buffer.from(self).toString('hex').toUpperCase())],
};

function ofBytesOrString(hash: (bytes: Uint8Array) => Uint8Array): readonly Overload[] {
  return [overload(['bytes'], hash), overload(['string'], (text) => hash(new TextEncoder().encode(text)))];
}

function littleEndian(sum: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sum >>> 0);
  return bytes;
}

function checksum(bytes: Uint8Array, table: Uint32Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** @param polynomial with its bits reflected */
function tableOf(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
}

const ieee = tableOf(0xedb88320);
const castagnoli = tableOf(0x82f63b78);
