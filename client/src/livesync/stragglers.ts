import type { Clock } from './clock.ts';
import type { Batch } from './change-log.ts';
import type { ChangeSource } from './source.ts';

/** The longest time between the timestamp of a write and its commit, milliseconds. */
const commitTime = 60_000;

export interface StragglersOptions {
  source: ChangeSource;
  clock: Clock;
  onFound: (batch: Batch) => void;
  onError?: (error: unknown) => void;
}

/** The time between two anchors, microseconds: after `from`, up to and including `until`. */
interface Span {
  from: number;
  until: number;
}

/**
 * Finds writes that were committed with a timestamp before the listener's anchor. A listener begins
 * close behind the latest change, so that its result stays small. The time that its predecessors
 * covered is read again once no write with such a timestamp can be under way.
 */
export class Stragglers {
  private readonly options: StragglersOptions;
  /**
   * No write up to this time can be missing; microseconds. Null until the first listener has caught
   * up.
   */
  private done: number | null = null;
  private waiting: Span | null = null;
  /**
   * The first and the last anchor since the wait began. The time between them is read after another
   * wait.
   */
  private next: { first: number; last: number } | null = null;
  private stopWait: () => void = () => {};
  private closed = false;

  constructor(options: StragglersOptions) {
    this.options = options;
  }

  /** Earlier changes are never read again; microseconds. */
  get horizon(): number {
    return this.waiting?.from ?? this.done ?? 0;
  }

  /**
   * A listener anchored there has caught up, and its predecessor is closed.
   * @param anchor microseconds
   */
  anchored(anchor: number): void {
    if (this.done === null) this.done = anchor;
    if (anchor <= (this.next?.last ?? this.waiting?.until ?? this.done)) return;
    this.next = { first: this.next?.first ?? anchor, last: anchor };
    if (!this.waiting) this.wait(this.done);
  }

  close(): void {
    this.closed = true;
    this.stopWait();
  }

  private wait(done: number): void {
    if (!this.next) return;
    // The predecessor has delivered everything that was committed while it listened: only later
    // writes can follow.
    const from = Math.max(done, this.next.first - commitTime * 1000);
    this.waiting = { from, until: this.next.last };
    this.next = null;
    this.readAfterWait(this.waiting);
  }

  private readAfterWait(span: Span): void {
    const { source, clock, onFound, onError } = this.options;
    this.stopWait = clock.after(commitTime, () => {
      source.read(span.from, span.until).then(
        (batch) => {
          if (this.closed) return;
          onFound(batch);
          this.done = span.until;
          this.waiting = null;
          this.wait(span.until);
        },
        (error: unknown) => {
          if (this.closed) return;
          onError?.(error);
          this.readAfterWait(span);
        },
      );
    });
  }
}
