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

/** The fine clock is reset when it differs from the system's by more than this, in milliseconds. */
const drift = 5;
let origin = performance.timeOrigin;

/** Microseconds. The clock that counts them stands still while the machine sleeps; then it follows the wall's again. */
function wallClock(): number {
  const wall = Date.now();
  const fine = origin + performance.now();
  if (Math.abs(fine - wall) <= drift) return Math.floor(fine * 1000);
  origin += wall - fine;
  return wall * 1000;
}
