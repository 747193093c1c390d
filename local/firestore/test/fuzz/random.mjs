/** Random choices that a seed repeats (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (max) => Math.floor(next() * max);
  const pick = (list) => list[int(list.length)];
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    list: (max, make) => Array.from({ length: int(max + 1) }, make),
    some: (list, max) => [...list].sort(() => next() - 0.5).slice(0, 1 + int(max)),
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
    fork: () => randomFrom(int(2 ** 31)),
  };
}
