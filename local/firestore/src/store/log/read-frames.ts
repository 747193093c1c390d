import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { findMagic, headerSize, isIntact, parseHeader } from './frame.ts';

export interface FramesRead {
  /** Bytes that hold intact frames, from the start. */
  readonly validBytes: number;
  readonly size: number;
  /** An intact frame lies behind the first damaged one: this is no interrupted write. */
  readonly damagedInside: boolean;
  /** Only zeros follow the intact frames: room for more of them, and no damage. */
  readonly roomBehind: boolean;
}

/** Reads the intact frames from the start of a file; stops at the first that is not. */
export function readFrames(path: string, onPayload: (payload: Buffer) => void): FramesRead {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let offset = 0;
    while (offset < size) {
      const payload = readFrame(file, offset, size);
      if (payload === undefined) return { validBytes: offset, size, ...whatFollows(readAt(file, offset, size - offset)) };
      onPayload(payload);
      offset += headerSize + payload.length;
    }
    return { validBytes: offset, size, damagedInside: false, roomBehind: false };
  } finally {
    closeSync(file);
  }
}

function readFrame(file: number, offset: number, size: number): Buffer | undefined {
  const header = parseHeader(readAt(file, offset, Math.min(headerSize, size - offset)));
  if (header === undefined || offset + headerSize + header.length > size) return undefined;
  const payload = readAt(file, offset + headerSize, header.length);
  return isIntact(header, payload) ? payload : undefined;
}

/** @param rest from the first byte that is not in an intact frame to the end */
function whatFollows(rest: Buffer): Pick<FramesRead, 'damagedInside' | 'roomBehind'> {
  const roomBehind = rest.every((byte) => byte === 0);
  return { damagedInside: !roomBehind && hasFrame(rest), roomBehind };
}

function hasFrame(rest: Buffer): boolean {
  for (let found = findMagic(rest, 1); found !== -1; found = findMagic(rest, found + 1)) {
    const header = parseHeader(rest.subarray(found));
    const start = found + headerSize;
    if (header && isIntact(header, rest.subarray(start, start + header.length))) return true;
  }
  return false;
}

function readAt(file: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const count = readSync(file, buffer, read, length - read, offset + read);
    if (count === 0) break;
    read += count;
  }
  return buffer.subarray(0, read);
}
