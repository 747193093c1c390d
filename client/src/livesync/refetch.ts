import type { Clock } from './clock.ts';
import type { LiveEvent } from './events.ts';

export interface RefetchOptions {
  fetch?: () => unknown;
  onChange: (event: LiveEvent) => void;
  onError?: (error: unknown) => void;
  clock: Clock;
}

/**
 * Holds events back while the whole list is being read, because an older list would overwrite a
 * newer event. An event that the list already contains changes nothing when it is delivered
 * afterwards.
 */
export class Refetch {
  private readonly options: RefetchOptions;
  private waiting: LiveEvent[] | null = null;
  /** The number of the latest read: an earlier one does not end the wait. */
  private run = 0;
  private stopRetry: () => void = () => {};
  private closed = false;

  constructor(options: RefetchOptions) {
    this.options = options;
  }

  /** Calls the app's fetch, and repeats it with growing pauses while it fails. */
  start(failures = 0): void {
    const { fetch, onError, clock } = this.options;
    if (!fetch || this.closed) return;
    const run = ++this.run;
    this.waiting ??= [];
    this.stopRetry();
    Promise.resolve()
      .then(fetch)
      .then(
        () => run === this.run && this.flush(),
        (error: unknown) => {
          if (run !== this.run) return;
          onError?.(error);
          this.stopRetry = clock.after(Math.min(1000 * 2 ** failures, 30_000), () => this.start(failures + 1));
        },
      );
  }

  deliver(event: LiveEvent): void {
    if (this.waiting && event.type !== 'gap') this.waiting.push(event);
    else this.options.onChange(event);
  }

  close(): void {
    this.closed = true;
    this.run++;
    this.stopRetry();
    this.waiting = [];
  }

  private flush(): void {
    const events = this.waiting ?? [];
    this.waiting = null;
    for (const event of events) this.options.onChange(event);
  }
}
