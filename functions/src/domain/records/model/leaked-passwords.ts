import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** As scripts/leaked-passwords/fuse-filter.mjs, which makes the file, has placed them. */
const segmentLength = 8192;

let file: Buffer | undefined;

/**
 * Looks into a filter of the million passwords that were leaked most often. Of passwords that are not among them, one in 65,536 is
 * taken for one of them. The file is read with the first password that somebody sets: 2 MB, in about a millisecond.
 * @param password in lower case
 */
export function isLeakedPassword(password: string): boolean {
  file ??= readFileSync(createRequire(import.meta.url).resolve('#data/leaked-passwords.bin'));
  const slots = file;
  const key = hash('sha256', password, 'buffer');
  const segments = slots.length / 2 / segmentLength - 2;
  const first = Math.floor((key.readUInt32LE(0) / 2 ** 32) * segments);
  const at = (each: number) => slots.readUInt16LE(2 * ((first + each) * segmentLength + (key.readUInt16LE(4 + 2 * each) % segmentLength)));
  return (at(0) ^ at(1) ^ at(2)) === key.readUInt16LE(10);
}
