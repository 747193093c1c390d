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
  /**
   * Receives all failures, including those of `onChange`. LiveSync continues by itself unless
   * `isFatal` returns true.
   */
  onError?: (error: unknown) => void;
  /**
   * Reads the whole list. It is called when LiveSync starts to listen and after a gap; events wait
   * until it has finished.
   */
  fetch?: () => unknown;
  /** Reports changes since this time (milliseconds) instead of since now. */
  since?: number;
  /**
   * Also reports the changes of the last minute: for a list that was just read, instead of `fetch`.
   */
  replay?: boolean;
  /** @returns whether a new attempt would fail in the same way */
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
 * A listener's result grows with every change, and so does the cost of a change: the Firestore SDK
 * looks through the whole result each time. A result that is large or old is replaced by a listener
 * with a new anchor, which reads the last few seconds again. In a busy storage it waits until these
 * are a fifth of the result, so that they cost a quarter of a read for each event.
 * Decision 027.
 */
const reanchorAfter = { documents: 500, timesReadAgain: 5, ms: 10 * 60_000, askedEvery: 1000 };
/**
 * The distance of the anchor from the latest change, microseconds. `Stragglers` finds writes that
 * are committed with an earlier time.
 */
const margin = skew;
/** Ticks notice that the machine slept: after a late tick the connection may be dead. */
const tick = { every: 60_000, late: 5 * 60_000 };
/** One day less than the server keeps tombstones. */
const tombstonesKept = (limits.tombstoneDays - 1) * 24 * 3_600_000;

/**
 * Keeps one listener running on a source and turns its deliveries into events: each change once,
 * and in order for each record. Listeners are replaced without a gap: the next one opens behind the
 * last change seen, and the old one closes when the next has caught up.
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
  /** In microseconds; null until the source has delivered its first anchor. */
  private anchor: number | null;
  private started = false;
  private closed = false;
  private failures = 0;
  private sinceAnchor = { events: 0, at: 0 };
  /**
   * The most documents that the listener's result can have, and the time of the last check whether
   * they are too many.
   */
  private result = { size: 0, askedAt: -Infinity };
  /** The last time at which no change was missing. */
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
    this.report(delivery, first, delivery.current && (this.hasGap() || (first && this.isGap(delivery))));
    // While live only the tick says so: a delivery right after a sleep proves nothing about the
    // time slept.
    if (delivery.current && this.state !== 'live') this.aliveAt = this.clock.now();
    this.setState(delivery.current ? 'live' : 'offline');
    this.result.size += delivery.records.length + delivery.deletions.length;
    this.replaceWhenLarge();
  }

  private report(delivery: Delivery, first: boolean, gap: boolean): void {
    const events = this.log.read(delivery, first);
    this.sinceAnchor.events += events.length;
    // The first delivery is where "from now on" begins, unless changes since a given time were
    // asked for; so is the one after a gap.
    const baseline = gap || (!this.started && this.options.since === undefined && !this.options.replay);
    if (gap) this.refetch.deliver({ type: 'gap' });
    if (gap || !this.started) this.refetch.start();
    this.started = true;
    if (!baseline) this.deliver(events);
  }

  private deliver(events: readonly LiveEvent[]): void {
    for (const event of events) this.refetch.deliver(event);
  }

  /**
   * An app that fails on one event still gets the others, and one that closes gets none of those
   * that wait.
   */
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

  /** Of a list that was read before; who begins now reads it anyway. */
  private isGap({ isIncomplete = false }: Delivery): boolean {
    return isIncomplete && (this.started || this.options.since !== undefined);
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
