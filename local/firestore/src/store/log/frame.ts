import { crc32 } from 'node:zlib';

/** Every frame starts with it, so that a frame behind a damaged one can be found. */
const magic = 0x314c5042;
export const headerSize = 12;

/** Magic, length and CRC-32 of the payload (little-endian), then the payload. */
export function frameOf(payload: Buffer): Buffer {
  const header = Buffer.allocUnsafe(headerSize);
  header.writeUInt32LE(magic, 0);
  header.writeUInt32LE(payload.length, 4);
  header.writeUInt32LE(crc32(payload), 8);
  return Buffer.concat([header, payload]);
}

export interface FrameHeader {
  readonly length: number;
  readonly crc: number;
}

/** Undefined when these bytes are no frame header. */
export function parseHeader(header: Buffer): FrameHeader | undefined {
  if (header.length < headerSize || header.readUInt32LE(0) !== magic) return undefined;
  return { length: header.readUInt32LE(4), crc: header.readUInt32LE(8) };
}

export function isIntact(header: FrameHeader, payload: Buffer): boolean {
  return payload.length === header.length && crc32(payload) === header.crc;
}

/** Offset of the next possible frame at or after `from`; -1 when there is none. */
export function findMagic(bytes: Buffer, from: number): number {
  const pattern = Buffer.alloc(4);
  pattern.writeUInt32LE(magic, 0);
  return bytes.indexOf(pattern, from);
}
