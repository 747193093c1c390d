import type { CommitEvent } from './engine.ts';
import type { CommitLog, LogEntry } from './log/commit-log.ts';

/** Logs commits, then calls the listeners, in commit order. */
export class CommitFeed {
  readonly #listeners = new Set<(event: CommitEvent) => void>();

  constructor(readonly log: CommitLog) {}

  subscribe(listener: (event: CommitEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the entry is durable and listeners know; undefined when that is already so. */
  publish(event: CommitEvent, entry: LogEntry): Promise<void> | undefined {
    const durable = this.log.append(entry);
    if (durable) return durable.then(() => this.#tell(event));
    this.#tell(event);
    return undefined;
  }

  #tell(event: CommitEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
