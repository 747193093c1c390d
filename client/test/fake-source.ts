import type { Batch } from '../src/livesync/change-log.ts';
import type { Deletion, RecordState } from '../src/livesync/events.ts';
import type { ChangeSource, Observer } from '../src/livesync/source.ts';

/**
 * A storage in memory with Firestore's habits: a listener gets what lies after its anchor, then
 * each commit. Times are microseconds.
 */
export class FakeSource implements ChangeSource {
  readonly records = new Map<string, RecordState>();
  readonly deleted = new Map<string, Deletion>();
  readonly anchors: (number | null)[] = [];
  /** The meaning of `null`: the server's time at connection. */
  now = 1_000_000_000;
  /** Documents that listeners got, as they are billed. */
  sent = 0;
  /** While true, new listeners wait for `connect()`. */
  held = false;
  /** Whether changes before a listener began are not known. */
  isIncomplete = false;
  /** While true, spans cannot be read. */
  broken = false;
  readonly spans: [after: number, until: number][] = [];
  private readonly listeners = new Set<{ anchor: number; observer: Observer; connected: boolean }>();

  open(after: number | null, observer: Observer): () => void {
    this.anchors.push(after);
    const listener = { anchor: after ?? this.now, observer, connected: false };
    this.listeners.add(listener);
    if (!this.held) this.connect();
    return () => this.listeners.delete(listener);
  }

  async read(after: number, until: number): Promise<Batch> {
    if (this.broken) throw new Error('cut');
    const within = (at: number) => at > after && at <= until;
    const records = [...this.records.values()].filter((r) => within(r.updatedAt));
    const deletions = [...this.deleted.values()].filter((d) => within(d.deletedAt));
    this.sent += records.length + deletions.length;
    this.spans.push([after, until]);
    return { records, deletions };
  }

  get count(): number {
    return this.listeners.size;
  }

  /** How many documents the largest result of a listener holds. */
  get largest(): number {
    const held = ({ anchor }: { anchor: number }) =>
      [...this.records.values()].filter((r) => r.updatedAt > anchor).length +
      [...this.deleted.values()].filter((d) => d.deletedAt > anchor).length;
    return Math.max(0, ...this.snapshot().map(held));
  }

  connect(): void {
    this.held = false;
    for (const listener of this.snapshot().filter((l) => !l.connected)) {
      listener.connected = true;
      const { anchor } = listener;
      const records = [...this.records.values()].filter((r) => r.updatedAt > anchor);
      const deletions = [...this.deleted.values()].filter((d) => d.deletedAt > anchor);
      this.sent += records.length + deletions.length;
      listener.observer.next({ records, deletions, anchor, current: true, isIncomplete: this.isIncomplete });
    }
  }

  write(id: string, at: number, options: { createdAt?: number; restore?: boolean } = {}): void {
    const createdAt = options.createdAt ?? this.records.get(id)?.createdAt ?? at;
    const record = { id, at, createdAt: iso(createdAt), updatedAt: iso(at) };
    const state: RecordState = { id, updatedAt: at, createdAt, ...(options.restore && { restoredAt: at }), record };
    this.records.set(id, state);
    this.deleted.delete(id);
    this.emit({ records: [state] }, at);
  }

  delete(id: string, at: number): void {
    this.records.delete(id);
    this.deleted.set(id, { id, deletedAt: at });
    this.emit({ deletions: [{ id, deletedAt: at }] }, at);
  }

  /** The connection drops or comes back; what happened meanwhile is delivered on its return. */
  say(current: boolean, missed: { records?: RecordState[]; deletions?: Deletion[] } = {}): void {
    for (const { observer, anchor } of this.snapshot()) observer.next({ records: [], deletions: [], ...missed, anchor, current });
  }

  fail(error: unknown): void {
    for (const { observer } of this.snapshot()) observer.error(error);
  }

  expire(): void {
    for (const { observer } of this.snapshot()) observer.expiring();
  }

  private emit(change: { records?: RecordState[]; deletions?: Deletion[] }, at: number): void {
    for (const { observer, anchor, connected } of this.snapshot()) {
      if (!connected || at <= anchor) continue;
      this.sent += 1;
      observer.next({ records: [], deletions: [], ...change, anchor, current: true });
    }
  }

  /** Listeners open and close others while they are told. */
  private snapshot() {
    return Array.from(this.listeners);
  }
}

function iso(micros: number): string {
  return new Date(micros / 1000).toISOString();
}
