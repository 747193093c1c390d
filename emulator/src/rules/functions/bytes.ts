import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Overload, overload } from './overload.ts';

export const hashingFunctions: Readonly<Record<string, readonly Overload[]>> = {
  md5: ofBytesOrString((bytes) => createHash('md5').update(bytes).digest()),
  sha256: ofBytesOrString((bytes) => createHash('sha256').update(bytes).digest()),
  crc32: ofBytesOrString((bytes) => littleEndian(crc32(bytes))),
  crc32c: ofBytesOrString((bytes) => littleEndian(crc32c(bytes))),
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

/** Castagnoli's polynomial, reflected. */
const polynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
