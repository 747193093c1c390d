import type { LiveEvent } from '@bedplate/client';

/** Follows a storage. `since` is the time of a list that is shown; without it the last minute's changes come along. */
export type Follow = (storageId: string, options: { since?: string; onChange: (event: LiveEvent) => void }) => { close(): void };

/** A page that replaces another one often follows the same storages. */
const kept = 1000;

/** One listener for each storage that something on the page shows. */
export class LiveStorages {
  private readonly follow: Follow;
  private readonly onChange: (storageId: string, event: LiveEvent) => void;
  private readonly open = new Map<string, { users: number; live: { close(): void } }>();

  constructor(follow: Follow, onChange: (storageId: string, event: LiveEvent) => void) {
    this.follow = follow;
    this.onChange = onChange;
  }

  /** @returns how to let go of the storage */
  use(storageId: string, since: string | undefined): () => void {
    const storage = this.open.get(storageId) ?? { users: 0, live: this.start(storageId, since) };
    this.open.set(storageId, storage);
    storage.users += 1;
    return () => {
      storage.users -= 1;
      setTimeout(() => this.closeUnused(storageId), kept);
    };
  }

  /** Listens with the right of the person who is signed in now. */
  restart(): void {
    for (const [storageId, storage] of this.open) {
      storage.live.close();
      storage.live = this.start(storageId, undefined);
    }
  }

  private start(storageId: string, since: string | undefined): { close(): void } {
    const onChange = (event: LiveEvent) => this.onChange(storageId, event);
    return this.follow(storageId, { onChange, ...(since !== undefined && { since }) });
  }

  private closeUnused(storageId: string): void {
    const storage = this.open.get(storageId);
    if (!storage || storage.users > 0) return;
    storage.live.close();
    this.open.delete(storageId);
  }
}
