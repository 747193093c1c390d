import type { IndexedRows } from '../documents/indexed-rows.ts';
import type { RowIndex } from '../documents/kept-index.ts';
import type { Row } from '../documents/row.ts';
import type { Place } from '../documents/sorted-index.ts';
import { at } from '../model/at.ts';
import { isBefore } from './bounds.ts';

/** The entries of one index that have one value, in name order. */
export interface Posting {
  readonly index: RowIndex;
  readonly start: Place;
  readonly end: Place;
}

/**
 * Rows that are in all postings, in name order (backwards when `reverse`): each posting jumps to the candidate of
 * the others, so the work follows the shortest list.
 * @param touched counts index entries looked at
 */
export function* mergePostings(
  rows: IndexedRows,
  { postings, reverse, touched }: { postings: readonly Posting[]; reverse: boolean; touched: { entries: number } },
): Generator<Row> {
  const lengths = new Map(postings.map((posting) => [posting, posting.index.sorted.distance(posting.start, posting.end)]));
  const cursors = postings
    .toSorted((a, b) => (lengths.get(a) ?? 0) - (lengths.get(b) ?? 0))
    .map((posting) => (reverse ? new BackwardCursor(rows, posting) : new ForwardCursor(rows, posting)));
  let candidate = at(cursors, 0).first();
  let agreed = 1;
  let turn = 0;
  while (candidate !== undefined) {
    if (agreed === cursors.length) {
      yield candidate;
      candidate = at(cursors, turn).following();
      agreed = 1;
    }
    if (candidate === undefined) return;
    turn = (turn + 1) % cursors.length;
    const found: Row | undefined = at(cursors, turn).seek(candidate);
    touched.entries++;
    agreed = found === candidate ? agreed + 1 : 1;
    candidate = found;
  }
}

class ForwardCursor {
  #place: Place;

  constructor(
    readonly rows: IndexedRows,
    readonly posting: Posting,
  ) {
    this.#place = posting.start;
  }

  first(): Row | undefined {
    return this.#current();
  }

  following(): Row | undefined {
    if (isBefore(this.#place, this.posting.end)) this.#place = this.posting.index.sorted.next(this.#place);
    return this.#current();
  }

  /** The first row at or after `row`. */
  seek(row: Row): Row | undefined {
    this.#place = this.posting.index.sorted.seek((_key, other) => this.rows.compareNames(other, row) >= 0, this.#place, this.posting.end);
    return this.#current();
  }

  #current(): Row | undefined {
    return isBefore(this.#place, this.posting.end) ? this.posting.index.sorted.rowAt(this.#place) : undefined;
  }
}

class BackwardCursor {
  /** Behind the next row to return. */
  #place: Place;

  constructor(
    readonly rows: IndexedRows,
    readonly posting: Posting,
  ) {
    this.#place = posting.end;
  }

  first(): Row | undefined {
    return this.#current();
  }

  following(): Row | undefined {
    if (isBefore(this.posting.start, this.#place)) this.#place = this.posting.index.sorted.previous(this.#place);
    return this.#current();
  }

  /** The last row at or before `row`. */
  seek(row: Row): Row | undefined {
    this.#place = this.posting.index.sorted.seek((_key, other) => this.rows.compareNames(other, row) > 0, this.posting.start, this.#place);
    return this.#current();
  }

  #current(): Row | undefined {
    if (!isBefore(this.posting.start, this.#place)) return undefined;
    return this.posting.index.sorted.rowAt(this.posting.index.sorted.previous(this.#place));
  }
}
