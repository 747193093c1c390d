import { hash } from 'node:crypto';

/** Slots of a segment, a power of two; functions/src/domain/records/model/leaked-passwords.ts reads with the same. */
const segmentLength = 8192;
/** Slots for each key: fewer than 1.125 leave no order in which the keys can be placed (https://arxiv.org/abs/2201.01174). */
const slotsPerKey = 1.13;

/**
 * A binary fuse filter with 16 bits in each slot: a key's three slots, one in each of three neighbouring segments, make up its mark by
 * XOR. What is in it is always found; of what is not, one in 65,536.
 * @param {string[]} texts each once
 * @returns {Buffer} the slots
 * @throws {Error} when the keys cannot be placed: then `slotsPerKey` is too low for so few
 */
export function fuseFilter(texts) {
  const keys = texts.map((text) => hash('sha256', text, 'buffer'));
  const segments = Math.ceil((keys.length * slotsPerKey) / segmentLength) - 2;
  const size = (segments + 2) * segmentLength;
  const slots = new Uint16Array(size);
  for (const { key, slot } of placed(keys, segments, size).reverse()) {
    slots[slot] = slotsOf(key, segments).reduce((mark, each) => (each === slot ? mark : mark ^ slots[each]), markOf(key));
  }
  const bytes = Buffer.alloc(size * 2);
  slots.forEach((value, slot) => bytes.writeUInt16LE(value, slot * 2));
  return bytes;
}

/** Takes out, again and again, a key that has a slot to itself. @returns the keys in that order, each with this slot */
function placed(keys, segments, size) {
  const keysAt = new Uint8Array(size);
  const sumAt = new Uint32Array(size); // XOR of the numbers of the keys there: of the last one, its number
  const flip = (number, by) => {
    for (const slot of slotsOf(keys[number], segments)) {
      keysAt[slot] += by;
      sumAt[slot] ^= number;
    }
  };
  keys.forEach((_, number) => flip(number, 1));
  const order = [];
  const alone = [...keysAt.keys()].filter((slot) => keysAt[slot] === 1);
  while (alone.length > 0) {
    const slot = alone.pop();
    if (keysAt[slot] !== 1) continue;
    const number = sumAt[slot];
    order.push({ key: keys[number], slot });
    flip(number, -1);
    alone.push(...slotsOf(keys[number], segments).filter((each) => keysAt[each] === 1));
  }
  if (order.length < keys.length) throw new Error(`${keys.length} keys need more than ${slotsPerKey} slots each.`);
  return order;
}

function slotsOf(key, segments) {
  const first = Math.floor((key.readUInt32LE(0) / 2 ** 32) * segments);
  return [0, 1, 2].map((each) => (first + each) * segmentLength + (key.readUInt16LE(4 + 2 * each) % segmentLength));
}

function markOf(key) {
  return key.readUInt16LE(10);
}
