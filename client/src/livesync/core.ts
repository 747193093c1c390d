import { limits } from '@bedplate/contract/limits';
import { ChangeLog, skew } from './change-log.ts';
import { type Clock, systemClock } from './clock.ts';
import type { LiveEvent, LiveState } from './events.ts';
import { Refetch } from './refetch.ts';
import type { ChangeSource, Delivery } from './source.ts';
import { Stragglers } from './stragglers.ts';

export interface LiveSyncCoreOptions {
  source: ChangeSource;
  onChange: (event: LiveEvent) => void;
  onState?: (state: LiveState) => void;
  /** Failures on the way, those of `onChange` included; LiveSync goes on by itself unless `isFatal` says otherwise. */
  onError?: (error: unknown) => void;
  /** Reads the whole list: called when LiveSync starts to listen and after a gap. Events wait until it is done. */
  fetch?: () => unknown;
  /** Report changes from this time on (milliseconds) instead of from now. */
  since?: number;
  /** Report also what changed in the last minute before: for a list that was read just now, instead of `fetch`. */
  replay?: boolean;
  /** True for an error that no new attempt can cure. */
  isFatal?: (error: unknown) => boolean;
  /** How long the server keeps tombstones; milliseconds. */
  retention?: number;
  clock?: Clock;
}

export interface LiveSync {
  readonly state: LiveState;
  /** Stops listening for good. */
  close(): void;
}

/**
 * A listener's result grows with every change, and with it what each costs: the Firestore SDK looks through the whole result after
 * every one. When it is large, or old, a listener with a fresh anchor takes over. That one reads the last few seconds again; a busy
 * storage waits until these are a fifth of the result, so that they come to a quarter of a read for each event.
 */
const reanchorAfter = { documents: 500, timesReadAgain: 5, ms: 10 * 60_000, askedEvery: 1000 };
/** Microseconds by which the anchor stays behind the latest change; `Stragglers` finds what is committed under an earlier time. */
const margin = skew;
/** Ticks tell that the machine slept; a late one makes the connection suspect. */
const tick = { every: 60_000, late: 5 * 60_000 };
/** A day short of what the server keeps. */
const tombstonesKept = (limits.tombstoneDays - 1) * 24 * 3_600_000;

/**
 * Keeps one listener running over a source and turns what it delivers into events, each change once and in order per record.
 * Listeners are replaced without a hole: the next one is opened behind the last change seen, and the old one closed once the next has caught up.
 */
export function createLiveSyncCore(options: LiveSyncCoreOptions): LiveSync {
  return new Core(options);
}

interface Listener {
  close: () => void;
  caughtUp: boolean;
}

class Core implements LiveSync {
  state: LiveState = 'catching-up';
  private readonly options: LiveSyncCoreOptions;
  private readonly clock: Clock;
  private readonly log = new ChangeLog();
  private readonly refetch: Refetch;
  private readonly stragglers: Stragglers;
  private readonly listeners = new Set<Listener>();
  /** Microseconds; null until the source has named its first one. */
  private anchor: number | null;
  private started = false;
  private closed = false;
  private failures = 0;
  private sinceAnchor = { events: 0, at: 0 };
  /** At most so many documents are in the listener's result; when it was last asked whether they are too many. */
  private result = { size: 0, askedAt: -Infinity };
  /** When it was last known that nothing is missing. */
  private aliveAt = 0;
  private stopTick: () => void;
  private stopRetry: () => void = () => {};

  constructor(options: LiveSyncCoreOptions) {
    this.options = options;
    this.clock = options.clock ?? systemClock;
    this.refetch = new Refetch({
      fetch: options.fetch,
      onChange: (event) => this.tell(event),
      onError: options.onError,
      clock: this.clock,
    });
    this.stragglers = new Stragglers({
      source: options.source,
      clock: this.clock,
      onFound: (batch) => this.deliver(this.log.read(batch, true)),
      onError: options.onError,
    });
    this.anchor = options.since === undefined ? null : options.since * 1000;
    this.aliveAt = options.since ?? this.clock.now();
    const now = this.clock.now();
    this.stopTick = this.clock.after(tick.every, () => this.ticked(now));
    this.open();
  }

  close(): void {
    this.closed = true;
    this.stopTick();
    this.stopRetry();
    this.refetch.close();
    this.stragglers.close();
    this.closeAll();
  }

  private open(): void {
    if (this.closed) return;
    const listener: Listener = { close: () => {}, caughtUp: false };
    this.listeners.add(listener);
    const isOpen = () => this.listeners.has(listener);
    const close = this.options.source.open(this.nextAnchor(), {
      next: (delivery) => isOpen() && this.delivered(listener, delivery),
      error: (error) => isOpen() && this.failed(listener, error),
      expiring: () => isOpen() && this.replace(),
    });
    listener.close = close;
    if (!isOpen()) close(); // it failed while it was opened
  }

  private nextAnchor(): number | null {
    return this.anchor === null ? null : Math.max(this.anchor, this.log.latest - margin);
  }

  private delivered(listener: Listener, delivery: Delivery): void {
    const first = !listener.caughtUp;
    if (first) this.caughtUp(listener, delivery);
    this.report(delivery, first, delivery.current && this.hasGap());
    // While live only the tick says so: a delivery right after a sleep proves nothing about the time slept.
    if (delivery.current && this.state !== 'live') this.aliveAt = this.clock.now();
    this.setState(delivery.current ? 'live' : 'offline');
    this.result.size += delivery.records.length + delivery.deletions.length;
    this.replaceWhenLarge();
  }

  private report(delivery: Delivery, first: boolean, gap: boolean): void {
    const events = this.log.read(delivery, first);
    this.sinceAnchor.events += events.length;
    // The first delivery is where "from now on" begins, unless changes since a given time were asked for; so is the one after a gap.
    const baseline = gap || (!this.started && this.options.since === undefined && !this.options.replay);
    if (gap) this.refetch.deliver({ type: 'gap' });
    if (gap || !this.started) this.refetch.start();
    this.started = true;
    if (!baseline) this.deliver(events);
  }

  private deliver(events: readonly LiveEvent[]): void {
    for (const event of events) this.refetch.deliver(event);
  }

  /** An app that fails on one event still gets the others, and one that closes gets none of those that wait. */
  private tell(event: LiveEvent): void {
    if (this.closed) return;
    try {
      this.options.onChange(event);
    } catch (error) {
      if (this.options.onError) return this.options.onError(error);
      queueMicrotask(() => {
        throw error; // to whoever watches the page or the process, as if nobody had caught it
      });
    }
  }

  /** Hard deletes of a time longer ago than tombstones are kept cannot be known any more. */
  private hasGap(): boolean {
    return this.state !== 'live' && this.clock.now() - this.aliveAt > (this.options.retention ?? tombstonesKept);
  }

  /** The listener knows everything up to now, so the others have done their work. */
  private caughtUp(listener: Listener, { anchor }: Delivery): void {
    listener.caughtUp = true;
    this.failures = 0;
    this.stopRetry();
    this.anchor = anchor;
    this.sinceAnchor = { events: 0, at: this.clock.now() };
    this.result = { size: 0, askedAt: -Infinity };
    for (const other of this.listeners) if (other !== listener) this.drop(other);
    this.stragglers.anchored(anchor);
    this.log.prune(this.stragglers.horizon);
  }

  private failed(listener: Listener, error: unknown): void {
    this.drop(listener);
    this.options.onError?.(error);
    if ([...this.listeners].some((other) => other.caughtUp)) return this.retry(); // the old one still listens
    this.setState('offline');
    if (this.options.isFatal?.(error)) return this.close();
    this.retry();
  }

  private retry(): void {
    const delay = Math.min(1000 * 2 ** this.failures++, 60_000) * (0.75 + Math.random() / 2);
    this.stopRetry();
    this.stopRetry = this.clock.after(delay, () => {
      if (this.state === 'offline') this.setState('catching-up');
      this.replace();
    });
  }

  /** Opens a successor unless one is on its way. */
  private replace(): void {
    if ([...this.listeners].every((listener) => listener.caughtUp)) this.open();
  }

  private replaceWhenLarge(): void {
    const { size, askedAt } = this.result;
    const now = this.clock.now();
    if (size < reanchorAfter.documents || now - askedAt < reanchorAfter.askedEvery) return;
    this.result.askedAt = now;
    const readAgain = this.log.changedSince(this.log.latest - margin);
    if (size >= reanchorAfter.timesReadAgain * readAgain) this.replace();
  }

  private ticked(previous: number): void {
    const now = this.clock.now();
    this.stopTick = this.clock.after(tick.every, () => this.ticked(now));
    const slept = now - previous > tick.late + tick.every;
    if (this.state === 'live' && slept) {
      this.setState('catching-up');
      this.replace();
    }
    if (this.state !== 'live') return;
    this.aliveAt = now;
    if (this.sinceAnchor.events > 0 && now - this.sinceAnchor.at >= reanchorAfter.ms) this.replace();
  }

  private setState(state: LiveState): void {
    if (this.state === state || this.closed) return;
    this.state = state;
    this.options.onState?.(state);
  }

  private drop(listener: Listener): void {
    this.listeners.delete(listener);
    listener.close();
  }

  private closeAll(): void {
    for (const listener of this.listeners) this.drop(listener);
  }
}
