import type { LiveEvent } from '@bedplate/client';
import { applyEvent } from './apply-event.ts';
import { type Pending, withPending } from './pending.ts';
import { read, type Source, type Value } from './source.ts';

export interface View {
  readonly value: Value | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

/** The place of an entry among the changes of the page. */
export interface Turn {
  readonly pending: () => readonly Pending[];
  /** Applies what was read as soon as it cannot show a record twice. */
  readonly take: (apply: () => void) => void;
}

/** Milliseconds between two reads that changes ask for. */
const pause = 1000;

/** One list or record, as all hooks that ask for it show it. */
export class Entry {
  readonly source: Source;
  readonly #turn: Turn;
  readonly #listeners = new Set<() => void>();
  #value: Value | undefined;
  #error: Error | undefined;
  #reading: Promise<void> | undefined;
  #readAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A change came while it was being read: the answer may not have it. */
  #isOld = false;
  /** An answer for the person before is thrown away. */
  #generation = 0;
  #shown: View | undefined;
  #leftAt = Infinity;
  #failedAt = -Infinity;
  /** A change that nobody was there to see would have been read. */
  #hasMissed = false;

  constructor(source: Source, turn: Turn, value?: Value) {
    this.source = source;
    this.#turn = turn;
    this.#value = value;
  }

  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  /** A value of the server's, of a snapshot, or one that was left just now needs no reading. */
  get isCurrent(): boolean {
    if (this.#reading) return true;
    return this.#value !== undefined && !this.#hasMissed && performance.now() - this.#leftAt < pause;
  }

  get view(): View {
    this.#shown ??= {
      value: withPending(this.source, this.#value, this.#turn.pending()),
      error: this.#error,
      isLoading: this.#reading !== undefined || (this.#value === undefined && !this.#error),
    };
    return this.#shown;
  }

  /** @returns how to end it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.isShown) return;
      this.#leftAt = performance.now();
      this.#stop();
    };
  }

  load(): Promise<void> {
    this.#hasMissed = false;
    this.#leftAt = Infinity;
    this.#reading ??= this.#readOnce(this.#generation);
    this.tell();
    return this.#reading;
  }

  /**
   * For Suspense, while there is no value.
   * @returns the reading to wait for, or the error of one that failed just now: a later render tries again
   */
  awaited(): Promise<void> | Error {
    if (this.#error && performance.now() - this.#failedAt < pause) return this.#error;
    this.#shown = undefined; // whoever shows it hears of the end: a render must not render others
    this.#reading ??= this.#readOnce(this.#generation);
    return this.#reading;
  }

  /** Reads it after a change, as often as changes come but never without a pause. */
  loadSoon(): void {
    if (!this.isShown) this.#hasMissed = true;
    else if (this.#reading) this.#isOld = true;
    else this.#timer ??= setTimeout(() => void this.#loadNow(), Math.max(0, this.#readAt + pause - performance.now()));
  }

  receive(event: LiveEvent): void {
    const { value, isStale } = applyEvent(this.source, this.#value, event);
    this.#value = value;
    this.tell();
    if (isStale || this.#reading) this.loadSoon();
  }

  /** Forgets what it shows, and reads it for whoever is signed in now. */
  reset(): void {
    this.#stop();
    this.#generation += 1;
    this.#reading = undefined;
    this.#value = undefined;
    this.#error = undefined;
    if (this.isShown) void this.load();
  }

  tell(): void {
    this.#shown = undefined;
    for (const listener of this.#listeners) listener();
  }

  #loadNow(): Promise<void> {
    this.#timer = undefined;
    return this.load();
  }

  async #readOnce(generation: number): Promise<void> {
    this.#readAt = performance.now();
    const answer = await read(this.source).then(
      (value) => ({ value, error: undefined }),
      (error: Error) => ({ value: undefined, error }),
    );
    return new Promise((resolve) => this.#turn.take(() => resolve(this.#take(answer, generation))));
  }

  #take(answer: { value: Value | undefined; error: Error | undefined }, generation: number): void {
    if (generation !== this.#generation) return;
    this.#value = answer.error ? this.#value : answer.value;
    this.#error = answer.error;
    this.#reading = undefined;
    if (answer.error) this.#failedAt = performance.now();
    if (!this.isShown) this.#leftAt = performance.now(); // read for Suspense, and nothing follows it yet
    this.tell();
    if (!this.#isOld) return;
    this.#isOld = false;
    this.loadSoon();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isOld = false;
  }
}
