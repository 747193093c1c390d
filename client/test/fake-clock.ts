import type { Clock } from '../src/livesync/clock.ts';

/** Time that moves only when told. Milliseconds. */
export class FakeClock implements Clock {
  private time = 0;
  private timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((t) => t !== timer);
    };
  }

  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((t) => t !== next);
      this.time = Math.max(this.time, next.at);
      next.run();
    }
    this.time = end;
  }

  /** The machine sleeps: time passes, and what was due runs late. */
  sleep(ms: number): void {
    this.time += ms;
    const due = this.timers.filter((t) => t.at <= this.time);
    this.timers = this.timers.filter((t) => !due.includes(t));
    for (const timer of due) timer.run();
  }

  get pending(): number {
    return this.timers.length;
  }
}
