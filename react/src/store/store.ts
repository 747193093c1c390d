import type { LiveEvent } from '@bedplate/client';
import type { Snapshot } from './snapshot.ts';
import { Entry, type View } from './entry.ts';
import { type Follow, LiveStorages } from './live-storages.ts';
import type { Pending } from './pending.ts';
import { keyOf, storageIdOf, type Source, type Value } from './source.ts';

/** Entries that nothing shows, for whoever comes back to them. */
const kept = 50;

/** An event of a record, or without an id the answer to a reading, which waits for the answers to creates. */
interface Held {
  readonly id?: string | undefined;
  readonly apply: () => void;
  readonly waits: readonly Pending[];
}

/** All that the hooks below one provider show. */
export class Store {
  readonly #entries = new Map<string, Entry>();
  readonly #live: LiveStorages | undefined;
  #snapshot: Snapshot | undefined;
  readonly #fromSnapshot: Set<string>;
  #pending: readonly Pending[] = [];
  #held: Held[] = [];

  constructor({ follow, snapshot }: { follow?: Follow | undefined; snapshot?: Snapshot | undefined }) {
    this.#snapshot = snapshot;
    this.#fromSnapshot = new Set(Object.keys(snapshot?.values ?? {}).map(storageIdOf));
    this.#live = follow && new LiveStorages(follow, (storageId, event) => this.receive(storageId, event));
  }

  view(source: Source): View {
    return this.#entry(source).view;
  }

  /** @returns a reading or an error to throw while there is no value */
  awaited(source: Source): Promise<void> | Error {
    return this.#entry(source).awaited();
  }

  load(source: Source): Promise<void> {
    return this.#entry(source).load();
  }

  /** @returns how to end it */
  subscribe(source: Source, listener: () => void): () => void {
    const entry = this.#entry(source);
    const wasShown = entry.isShown;
    const end = entry.listen(listener);
    const release = this.#live?.use(source.storage.id, this.#sinceOf(source.storage.id));
    if (!wasShown && !entry.isCurrent) void entry.load();
    return () => {
      end();
      release?.();
      this.#forget();
    };
  }

  receive(storageId: string, event: LiveEvent): void {
    const id = event.type === 'gap' ? undefined : event.id;
    const apply = () => this.#apply(storageId, event);
    if (event.type === 'create' || this.#held.some((one) => one.id === id && id)) this.#hold(storageId, { id, apply });
    else apply();
  }

  /**
   * Keeps back what may hold a record whose create is not answered: until the answer names its id, the record and its stand-in are not
   * known to be one, and would be shown side by side.
   */
  #hold(storageId: string, { id, apply }: Omit<Held, 'waits'>): void {
    const waits = this.#pending.filter((one) => one.kind === 'create' && one.storageId === storageId);
    if (waits.length > 0) this.#held.push({ id, apply, waits });
    else apply();
  }

  #apply(storageId: string, event: LiveEvent): void {
    for (const entry of this.#entries.values()) if (entry.source.storage.id === storageId) entry.receive(event);
  }

  /** Reads what is shown of a storage again. */
  reloadStorage(storageId: string): void {
    this.receive(storageId, { type: 'gap' });
  }

  /**
   * Shows a change at once, and takes it back when the server refuses.
   * @throws the refusal
   */
  async change<R>(pending: Pending, send: () => Promise<R>, eventOf: (answer: R) => LiveEvent): Promise<R> {
    this.#setPending([...this.#pending, pending]);
    try {
      const answer = await send();
      this.#settle(pending, eventOf(answer));
      return answer;
    } catch (error) {
      this.#settle(pending);
      throw error;
    }
  }

  /** A reading may be older than the answer, whose event goes on from there; events held back come after both. */
  #settle(pending: Pending, event?: LiveEvent): void {
    if (!this.#pending.includes(pending)) return; // of the person before
    this.#pending = this.#pending.filter((one) => one !== pending);
    const free = this.#held.filter(({ waits }) => !waits.some((one) => this.#pending.includes(one)));
    this.#held = this.#held.filter((one) => !free.includes(one));
    for (const { id, apply } of free) if (!id) apply();
    if (event) this.#apply(pending.storageId, event);
    for (const { id, apply } of free) if (id) apply();
    this.#setPending(this.#pending);
  }

  /** Another person is signed in: nothing of the one before stays. */
  reset(): void {
    const readings = this.#held.filter(({ id }) => !id);
    this.#held = [];
    this.#pending = [];
    this.#snapshot = undefined;
    this.#live?.restart();
    for (const [key, entry] of this.#entries) {
      if (!entry.isShown) this.#entries.delete(key);
      entry.reset();
    }
    for (const { apply } of readings) apply(); // for the one before: it only ends the wait of whoever asked
  }

  /** The first listener of a storage in the snapshot goes on from there. */
  #sinceOf(storageId: string): string | undefined {
    return this.#fromSnapshot.delete(storageId) ? this.#snapshot?.at : undefined;
  }

  #setPending(pending: readonly Pending[]): void {
    this.#pending = pending;
    for (const entry of this.#entries.values()) entry.tell();
  }

  #entry(source: Source): Entry {
    const key = keyOf(source);
    const found =
      this.#entries.get(key) ??
      new Entry(
        source,
        { pending: () => this.#pending, take: (apply) => this.#hold(source.storage.id, { apply }) },
        this.#snapshot?.values[key] as Value | undefined,
      );
    this.#entries.set(key, found);
    return found;
  }

  /** The entry that was left first goes first. */
  #forget(): void {
    const left = [...this.#entries].filter(([, entry]) => !entry.isShown);
    for (const [key] of left.slice(0, Math.max(0, left.length - kept))) this.#entries.delete(key);
  }
}
