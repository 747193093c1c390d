import { randomBytes } from 'node:crypto';

/** Ascending in ASCII order, so that text order is number order. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const maxMillis = 2 ** 48 - 1;
const tailBits = 45n;

/**
 * Makes ids whose text order is newest first: shard character, inverted milliseconds, random tail.
 * Key order is then `createdAt` descending without any index on the time. Ids of one maker keep their
 * order inside a millisecond too, because the tail counts down.
 */
export function createIdMaker(clock: () => number = Date.now, random: () => bigint = randomTail) {
  let lastMillis = 0;
  let lastTail = 0n;
  let made = 0;

  /**
   * @param shard one character of the storage's `shards`
   * @returns the id and the time that `createdAt` must carry; `micros` keeps the order of ids made in one millisecond
   */
  return function makeId(shard = '0'): { id: string; millis: number; micros: number } {
    let millis = Math.max(clock(), lastMillis);
    let tail = lastTail - 1n - (random() & 0xffffn);
    if (millis === lastMillis && tail < 0n) millis += 1;
    if (millis !== lastMillis) tail = random() | (1n << (tailBits - 1n));
    made = millis === lastMillis ? made + 1 : 0;
    lastMillis = millis;
    lastTail = tail;
    return { id: shard + encode(BigInt(maxMillis - millis), 10) + encode(tail, 9), millis, micros: Math.min(made, 999) };
  };
}

/** @returns the key that sorts directly before every id made at `millis` or earlier: the start of "not newer than" */
export function keyAtMillis(millis: number, shard = '0'): string {
  return shard + encode(BigInt(maxMillis - millis), 10);
}

/** @param tail orders the ids of one millisecond: the greater, the older */
export function idOf(millis: number, tail: bigint, shard = '0'): string {
  return shard + encode(BigInt(maxMillis - millis), 10) + encode(tail & ((1n << tailBits) - 1n), 9);
}

/** The average distance between the tails of two consecutive ids in one millisecond. */
export const meanStep = 0x8000;

/** @returns the tail of an id, see `idOf` */
export function tailOfId(id: string): bigint {
  let tail = 0n;
  for (const char of id.slice(11)) tail = tail * 32n + BigInt(alphabet.indexOf(char));
  return tail;
}

/** @returns the millisecond in an id, or null when it is not one of ours */
export function millisOfId(id: string): number | null {
  if (!/^[0-9a-hjkmnp-tv-z]{20}$/.test(id)) return null;
  let inverted = 0n;
  for (const char of id.slice(1, 11)) inverted = inverted * 32n + BigInt(alphabet.indexOf(char));
  return maxMillis - Number(inverted);
}

/** @param value of 50 bits at most */
function encode(value: bigint, length: number): string {
  return digits(Number(value >> 25n), length - 5) + digits(Number(value & 0x1ffffffn), 5);
}

/** @param value of 25 bits at most: with numbers of the processor a record's id takes a fraction of what big integers take */
function digits(value: number, length: number): string {
  let text = '';
  for (let i = 5 * (length - 1); i >= 0; i -= 5) text += alphabet[(value >> i) & 31];
  return text;
}

function randomTail(): bigint {
  if (used + tailBytes > pool.length) {
    pool = randomBytes(pool.length);
    used = 0;
  }
  const tail = pool.readUIntBE(used, tailBytes);
  used += tailBytes;
  return BigInt(tail) & ((1n << tailBits) - 1n);
}

/** Fetches random bytes for many ids at once. */
let pool = randomBytes(4096 * 6);
let used = 0;
const tailBytes = 6;
