/** Commit times in microseconds: strictly increasing and, as far as that allows, the wall clock's. */
export class CommitClock {
  #last = 0;

  /** The next commit time; later than all times given out before. */
  tick(): number {
    this.#last = Math.max(wallClock(), this.#last + 1);
    return this.#last;
  }

  /** A time to read at: commits that follow are later. */
  now(): number {
    this.#last = Math.max(wallClock(), this.#last);
    return this.#last;
  }

  /** Learns a time from the log. */
  observe(micros: number): void {
    this.#last = Math.max(this.#last, micros);
  }
}

function wallClock(): number {
  return Math.floor((performance.timeOrigin + performance.now()) * 1000);
}
