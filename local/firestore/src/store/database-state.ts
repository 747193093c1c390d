import type { CommitEvent } from './engine.ts';
import type { Document } from '../model/document.ts';
import { Timestamp } from '../model/value.ts';
import { CommitClock } from './commit-clock.ts';
import { CommitFeed } from './commit-feed.ts';
import type { CommitLog } from './log/commit-log.ts';
import { DocumentTree } from '../documents/document-tree.ts';
import { History } from './history.ts';

type Change = CommitEvent['changes'][number];

/** The documents of one project, now and in the past, and the only place that changes them. */
export class DatabaseState {
  readonly tree = new DocumentTree();
  readonly history = new History();
  readonly clock = new CommitClock();
  readonly feed: CommitFeed;
  #lastCommit = 0;
  /** Listeners that were served before this time (microseconds) know other documents than these. */
  #begin = this.clock.now();

  constructor(
    readonly projectId: string,
    readonly log: CommitLog,
  ) {
    this.feed = new CommitFeed(log);
  }

  /** Microseconds of the newest commit; 0 before the first. */
  get lastCommit(): number {
    return this.#lastCommit;
  }

  /** Now: what is read shows all earlier commits, and those that follow are later. */
  readTime(): Timestamp {
    return Timestamp.fromMicros(this.clock.now());
  }

  /** Commits after `micros`, oldest first; undefined when history does not reach back, or `micros` is a time of another run. */
  commitsSince(micros: number): readonly CommitEvent[] | undefined {
    return micros < this.#begin ? undefined : this.history.since(micros);
  }

  /** The time of the next commit, which from now on is the newest. */
  tick(): Timestamp {
    this.#lastCommit = this.clock.tick();
    return Timestamp.fromMicros(this.#lastCommit);
  }

  /**
   * Applies changes in memory, logs them and calls the listeners.
   * @returns resolves when all that has happened; undefined when it has already
   */
  apply(commitTime: Timestamp, changes: readonly Change[]): Promise<void> | undefined {
    if (changes.length === 0) return undefined;
    for (const { path, after } of changes) this.tree.set(path, after);
    const event = { commitTime, changes };
    this.history.add(event);
    return this.feed.publish(event, { kind: 'commit', projectId: this.projectId, commitMicros: commitTime.toMicros(), changes });
  }

  /** Deletes everything as one commit, with a small entry in the log. */
  clear(): Promise<void> | undefined {
    const changes = [...this.tree.documents()].map((before): Change => ({ path: before.path, before, after: undefined }));
    if (changes.length === 0) return undefined;
    const event = { commitTime: this.tick(), changes };
    this.tree.clear();
    this.history.add(event);
    const told = this.feed.publish(event, { kind: 'clear', projectId: this.projectId, commitMicros: this.#lastCommit });
    // Tests clear after every case: earlier versions must not pile up. The listeners have been called by then.
    const forget = (): void => this.history.forget(event.commitTime.toMicros());
    if (told) return told.then(forget);
    forget();
    return undefined;
  }

  /** Takes up a document of the snapshot, before anyone reads. */
  restore(document: Document): void {
    this.tree.set(document.path, document);
  }

  /** The snapshot's documents are complete up to this time; the past before it is unknown. */
  restored(commitMicros: number): void {
    this.#observe(commitMicros);
    this.history.startAt(commitMicros);
  }

  /** Takes up a commit of the log, before anyone reads. */
  recover(commitMicros: number, changes: readonly { readonly path: string; readonly after: Document | undefined }[]): void {
    this.#observe(commitMicros);
    const commitTime = Timestamp.fromMicros(commitMicros);
    this.history.add({ commitTime, changes: changes.map(({ path, after }) => ({ path, before: this.tree.get(path), after })) });
    for (const { path, after } of changes) this.tree.set(path, after);
  }

  #observe(commitMicros: number): void {
    this.clock.observe(commitMicros);
    this.#lastCommit = Math.max(this.#lastCommit, commitMicros);
    this.#begin = Math.min(this.#begin, commitMicros);
  }
}
