import { at } from '../model/at.ts';
import type { Row } from './row.ts';

const maxChunk = 512;
/** Leaves room for insertions. */
const initialChunk = 384;

/** Where an entry stands; valid until the next insertion or removal. */
export interface Place {
  readonly chunk: number;
  readonly offset: number;
}

interface Chunk<K> {
  readonly keys: K[];
  readonly rows: Row[];
}

export type Compare<K> = (key: K, row: Row, otherKey: K, otherRow: Row) => number;

/** Rows sorted by key and name, in chunks: insertion costs a binary search and a short move. */
export class SortedIndex<K> {
  readonly #compare: Compare<K>;
  #chunks: Chunk<K>[] = [];
  #size = 0;

  /** @param groups in the order of keys, the rows of each in the order of names */
  constructor(compare: Compare<K>, groups: Iterable<{ readonly key: K; readonly rows: readonly Row[] }> = []) {
    this.#compare = compare;
    let chunk: Chunk<K> | undefined;
    for (const { key, rows } of groups) {
      for (const row of rows) {
        if (chunk === undefined || chunk.rows.length === initialChunk) this.#chunks.push((chunk = { keys: [], rows: [] }));
        chunk.keys.push(key);
        chunk.rows.push(row);
      }
      this.#size += rows.length;
    }
  }

  get size(): number {
    return this.#size;
  }

  get start(): Place {
    return { chunk: 0, offset: 0 };
  }

  /** Behind the last entry. */
  get end(): Place {
    return { chunk: this.#chunks.length, offset: 0 };
  }

  insert(key: K, row: Row): void {
    this.#size++;
    const place = this.#placeOf(key, row);
    const last = this.#chunks.length - 1;
    if (last < 0) {
      this.#chunks.push({ keys: [key], rows: [row] });
      return;
    }
    const index = Math.min(place.chunk, last);
    const chunk = at(this.#chunks, index);
    const offset = place.chunk > last ? chunk.rows.length : place.offset;
    chunk.keys.splice(offset, 0, key);
    chunk.rows.splice(offset, 0, row);
    if (chunk.rows.length > maxChunk) this.#split(index, offset);
  }

  remove(key: K, row: Row): void {
    const { chunk: index, offset } = this.#placeOf(key, row);
    const chunk = this.#chunks[index];
    if (chunk?.rows[offset] !== row) throw new RangeError(`The index lost its entry for ${row.path}.`);
    this.#size--;
    chunk.keys.splice(offset, 1);
    chunk.rows.splice(offset, 1);
    if (chunk.rows.length === 0) this.#chunks.splice(index, 1);
  }

  /**
   * The first place in [from, until) where `reached` holds, or `until`.
   * @param reached false, then true along the order of that part
   */
  seek(reached: (key: K, row: Row) => boolean, from: Place = this.start, until: Place = this.end): Place {
    let low = from.chunk;
    let high = until.chunk;
    // Merges mostly move a few entries ahead.
    if (low < high && low > 0 && this.#endReached(low, reached)) high = low;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#endReached(middle, reached)) high = middle;
      else low = middle + 1;
    }
    const chunk = this.#chunks[low];
    if (chunk === undefined) return until;
    const start = low === from.chunk ? from.offset : 0;
    const stop = low === until.chunk ? until.offset : chunk.rows.length;
    const offset = firstReached(chunk, { reached, from: start, until: stop });
    return offset === chunk.rows.length ? { chunk: low + 1, offset: 0 } : { chunk: low, offset };
  }

  /** As `seek` for one entry, which is what writes do: without a function for it, and with as few looks as there can be. */
  #placeOf(key: K, row: Row): Place {
    const compare = this.#compare;
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { keys, rows } = at(chunks, middle);
      const last = rows.length - 1;
      if (compare(keys[last] as K, at(rows, last), key, row) >= 0) high = middle;
      else low = middle + 1;
    }
    const chunk = chunks[low];
    if (chunk === undefined) return this.end;
    const { keys, rows } = chunk;
    let offset = 0;
    let until = rows.length - 1;
    while (offset < until) {
      const middle = (offset + until) >> 1;
      if (compare(keys[middle] as K, at(rows, middle), key, row) >= 0) until = middle;
      else offset = middle + 1;
    }
    return { chunk: low, offset };
  }

  #endReached(index: number, reached: (key: K, row: Row) => boolean): boolean {
    const { keys, rows } = at(this.#chunks, index);
    const last = rows.length - 1;
    return reached(keys[last] as K, at(rows, last));
  }

  /** All rows in order, some perhaps more than once. */
  allRows(): readonly Row[] {
    return this.#chunks.flatMap((chunk) => chunk.rows);
  }

  rowAt(place: Place): Row | undefined {
    return this.#chunks[place.chunk]?.rows[place.offset];
  }

  next(place: Place): Place {
    const chunk = this.#chunks[place.chunk];
    if (chunk && place.offset + 1 < chunk.rows.length) return { chunk: place.chunk, offset: place.offset + 1 };
    return { chunk: place.chunk + 1, offset: 0 };
  }

  previous(place: Place): Place {
    if (place.offset > 0) return { chunk: place.chunk, offset: place.offset - 1 };
    return { chunk: place.chunk - 1, offset: (this.#chunks[place.chunk - 1]?.rows.length ?? 0) - 1 };
  }

  /** Number of entries from one place to another. */
  distance(from: Place, to: Place): number {
    let count = to.offset - from.offset;
    for (let i = from.chunk; i < to.chunk; i++) count += at(this.#chunks, i).rows.length;
    for (let i = to.chunk; i < from.chunk; i++) count -= at(this.#chunks, i).rows.length;
    return Math.max(0, count);
  }

  /** Rows between two places, the second excluded; backwards when `reverse`. */
  *scan(from: Place, to: Place, reverse = false): Generator<Row> {
    const step = reverse ? -1 : 1;
    const first = reverse ? Math.min(to.chunk, this.#chunks.length - 1) : from.chunk;
    const last = reverse ? from.chunk : to.chunk;
    for (let index = first; reverse ? index >= last : index <= last; index += step) {
      const rows = this.#chunks[index]?.rows;
      if (rows === undefined) return;
      const start = index === from.chunk ? from.offset : 0;
      const end = index === to.chunk ? to.offset : rows.length;
      if (reverse) for (let i = end - 1; i >= start; i--) yield at(rows, i);
      else for (let i = start; i < end; i++) yield at(rows, i);
    }
  }

  /** Appending in order keeps the left chunk nearly full; otherwise both get half. */
  #split(index: number, offset: number): void {
    const chunk = at(this.#chunks, index);
    const appending = offset === chunk.rows.length - 1 && index === this.#chunks.length - 1;
    const middle = appending ? maxChunk : chunk.rows.length >> 1;
    this.#chunks.splice(index + 1, 0, { keys: chunk.keys.splice(middle), rows: chunk.rows.splice(middle) });
  }
}

/** Gallops, then halves. */
function firstReached<K>(
  { keys, rows }: Chunk<K>,
  { reached, from, until }: { reached: (key: K, row: Row) => boolean; from: number; until: number },
): number {
  let low = from;
  let step = 1;
  while (low + step <= until && !reached(keys[low + step - 1] as K, at(rows, low + step - 1))) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, until);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(keys[middle] as K, at(rows, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
