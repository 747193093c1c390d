import type { CommitEvent, Database, DocumentChange } from '../store/engine.ts';
import type { Timestamp } from '../model/value.ts';
import { authorizeGets } from '../actions/authorize.ts';
import type { Call } from '../actions/call.ts';
import { clientError } from '../model/rpc-error.ts';
import type { Channel } from './channel.ts';
import type { ListenResponse } from '../codec/messages/listen.ts';
import { consistentAt, current, documentMessage, refused, targetChange } from './listen-messages.ts';
import { netChanges, type Target, type TargetContext, type TargetEvent } from './target.ts';
import { type Watch, type Watcher, watchOf } from './watch.ts';

/** A client this far behind gets no more commits until it has caught up. */
const maxBacklogBytes = 16 * 1024 * 1024;
const messagesPerChunk = 500;

/** The targets of one Listen stream, all kept at the same commit. */
export class ListenSession implements Watcher {
  readonly context: TargetContext;
  readonly #database: Database;
  readonly #watch: Watch;
  readonly #targets = new Map<number, Target>();
  /** The newest time all targets were brought to. */
  #seen: Timestamp;
  #lagging = false;

  constructor(
    readonly call: Call,
    database: Database,
    readonly channel: Channel<ListenResponse>,
  ) {
    this.#database = database;
    this.context = { call, database };
    this.#watch = watchOf(database, call.backend.rules);
    this.#seen = database.readTime();
  }

  has(id: number): boolean {
    return this.#targets.has(id);
  }

  /**
   * Starts a target: from nothing, or with only what changed since `since`.
   * @param options.resumes the client holds an earlier result, so that it must get a reset when that cannot be continued
   * @throws RpcError when the target is refused
   */
  add(target: Target, since: Timestamp | undefined, options: { readonly resumes: boolean }): void {
    const asked = target.authorize();
    this.#bringUp();
    const readTime = this.#database.readTime();
    const resumed =
      since && since.toMicros() <= readTime.toMicros() ? target.resume(since, this.#database.commitsSince(since), readTime) : undefined;
    const events = resumed ?? target.current();
    this.#bill(Math.max(1, events.length));
    const ids = [target.id];
    this.#send([targetChange('ADD', target.id)]);
    if (options.resumes && !resumed) this.#send([targetChange('RESET', target.id)]);
    this.#send(events.map((event) => this.#message(event, ids, readTime, [target])));
    this.#targets.set(target.id, target);
    this.#watch.add(target, this);
    this.#watch.restsOn(target, asked);
    // A client that lags gets the message that all is consistent once the other targets have caught up.
    if (this.#lagging) this.#send([current(target.id, readTime)]);
    else this.#sendUpTo(readTime, [current(target.id, readTime)]);
  }

  remove(id: number): void {
    const target = this.#targets.get(id);
    if (!target) return;
    this.#targets.delete(id);
    this.#watch.remove(target);
  }

  close(): void {
    for (const id of this.#targets.keys()) this.remove(id);
  }

  committed(event: CommitEvent, concerned: ReadonlyMap<Target, readonly DocumentChange[]>): void {
    if (this.#lagging || event.commitTime.toMicros() <= this.#seen.toMicros()) return;
    if (this.channel.backlog() > maxBacklogBytes) {
      this.#lagging = true;
      return;
    }
    try {
      const news = this.#news(concerned, event.commitTime);
      if (news.length > 0) this.#sendUpTo(event.commitTime, news);
    } catch (error) {
      // The client reconnects and resumes; the commit itself must not suffer.
      this.channel.end(clientError(error));
    }
  }

  /** The client took what was waiting: everything it missed follows, as one step. */
  catchUp(): void {
    if (!this.#lagging || this.channel.backlog() > maxBacklogBytes / 2) return;
    this.#lagging = false;
    const missed = this.#database.commitsSince(this.#seen);
    if (!missed) {
      this.#restart();
      return;
    }
    const changes = netChanges(missed);
    const readTime = this.#database.readTime();
    this.#sendUpTo(readTime, this.#news(new Map(Array.from(this.#targets.values(), (target) => [target, changes])), readTime));
  }

  recheck(): void {
    for (const target of this.#targets.values()) this.#stillAllowed(target);
  }

  heartbeat(): void {
    this.recheck();
    if (this.#targets.size === 0) return;
    this.#bringUp();
    if (!this.#lagging) this.#sendUpTo(this.#database.readTime());
  }

  /** Commits become readable a little before listeners get them; neither a new target nor a heartbeat may run ahead of the others. */
  #bringUp(): void {
    if (this.#targets.size === 0 || this.#lagging) return;
    const untold = this.#database.commitsSince(this.#watch.told);
    if (!untold) {
      this.#restart();
      return;
    }
    for (const event of untold) this.committed(event, new Map(Array.from(this.#targets.values(), (target) => [target, event.changes])));
  }

  /** The messages that changes cause for the targets that are still allowed. */
  #news(concerned: ReadonlyMap<Target, readonly DocumentChange[]>, readTime: Timestamp): readonly ListenResponse[] {
    const found: { readonly target: Target; readonly events: readonly TargetEvent[] }[] = [];
    for (const [target, changes] of concerned) {
      const events = target.apply(changes, readTime);
      if (events) found.push({ target, events });
    }
    const allowed = found.filter(({ target }) => this.#stillAllowed(target));
    this.#bill(allowed.reduce((sum, { events }) => sum + events.length, 0));
    return this.#merged(allowed, readTime);
  }

  /** One message per document and kind of news, with the ids of all targets it is news for. */
  #merged(found: readonly { readonly target: Target; readonly events: readonly TargetEvent[] }[], readTime: Timestamp): ListenResponse[] {
    const [only] = found;
    if (only && found.length === 1) {
      const ids = [only.target.id];
      return only.events.map((event) => this.#message(event, ids, readTime, [only.target]));
    }
    const merged = new Map<string, { readonly event: TargetEvent; readonly ids: number[]; readonly targets: Target[] }>();
    for (const { target, events } of found) {
      for (const event of events) {
        const key = `${event.kind} ${target.query?.select ? target.id : ''} ${event.kind === 'deleted' ? event.path : event.document.path}`;
        const entry = merged.get(key);
        if (entry) {
          entry.ids.push(target.id);
          entry.targets.push(target);
        } else merged.set(key, { event, ids: [target.id], targets: [target] });
      }
    }
    return Array.from(merged.values(), ({ event, ids, targets }) => this.#message(event, ids, readTime, targets));
  }

  #message(event: TargetEvent, ids: readonly number[], readTime: Timestamp, [target]: readonly Target[]): ListenResponse {
    const hidden = event.kind === 'out' && this.#mayNotGet(event);
    return documentMessage(this.#database, event, { ids, readTime, select: target?.query?.select, hidden });
  }

  /** A document that left a query may have become one the caller must not see. */
  #mayNotGet(event: Extract<TargetEvent, { kind: 'out' }>): boolean {
    if (this.call.caller.kind === 'admin') return false;
    try {
      authorizeGets(this.call, this.#database, [{ path: event.document.path, document: event.document }]);
      return false;
    } catch {
      return true;
    }
  }

  #stillAllowed(target: Target): boolean {
    try {
      this.#watch.restsOn(target, target.authorize());
      return true;
    } catch (error) {
      this.remove(target.id);
      this.#send([refused(target.id, clientError(error))]);
      return false;
    }
  }

  /** Sends every target again when history does not reach back. */
  #restart(): void {
    const readTime = this.#database.readTime();
    const allowed = Array.from(this.#targets.values()).filter((target) => this.#stillAllowed(target));
    for (const target of allowed) {
      const { id } = target;
      const events = target.current();
      this.#bill(events.length);
      this.#send([
        targetChange('RESET', id),
        ...events.map((event) => this.#message(event, [id], readTime, [target])),
        current(id, readTime),
      ]);
    }
    this.#sendUpTo(readTime);
  }

  /** With this news all targets are at `readTime`: the client may show it. */
  #sendUpTo(readTime: Timestamp, news: readonly ListenResponse[] = []): void {
    this.#seen = readTime;
    this.#send([...news, consistentAt(readTime)]);
  }

  #bill(reads: number): void {
    this.call.billed.reads += reads;
    this.#database.billed.reads += reads;
  }

  #send(messages: readonly ListenResponse[]): void {
    for (let start = 0; start < messages.length; start += messagesPerChunk)
      this.channel.send(messages.slice(start, start + messagesPerChunk));
  }
}
