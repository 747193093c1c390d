import { type Firestore, Timestamp } from '@google-cloud/firestore';

/** Times of several instances may be this far apart: a listener that comes back asks for that much again. */
const overlapMillis = 5000;

/** Follows one storage as the LiveSync client does: changes since the newest one seen, each told once, also over reconnects. */
export class LiveSubscriber {
  /** The newest state told of each record: its counter. */
  readonly seen = new Map<string, number>();
  /** Must stay zero: states older than one that was heard before. */
  disorder = 0;
  #newest: number;
  #stop: () => void = () => {};

  constructor(
    readonly firestore: Firestore,
    readonly storageId: string,
    readonly onChange: (record: string, counter: number) => void,
  ) {
    this.#newest = Date.now();
  }

  /** @returns when the first snapshot is there */
  connect(): Promise<void> {
    return new Promise((ready, failed) => {
      const since = Timestamp.fromMillis(this.#newest - overlapMillis);
      const told = new Map<string, number>();
      this.#stop = this.firestore
        .collection(`storages/${this.storageId}/records`)
        .where('updatedAt', '>', since)
        .orderBy('updatedAt')
        .onSnapshot((snapshot) => {
          for (const { doc, type } of snapshot.docChanges()) if (type !== 'removed') this.#take(doc, told);
          ready();
        }, failed);
    });
  }

  disconnect(): void {
    this.#stop();
  }

  #take(doc: FirebaseFirestore.QueryDocumentSnapshot, told: Map<string, number>): void {
    const counter = Number((doc.get('data') as { counter: number }).counter);
    // Within one connection states come in order; what a new connection repeats is known already.
    if (counter < (told.get(doc.id) ?? 0)) this.disorder += 1;
    told.set(doc.id, counter);
    this.#newest = Math.max(this.#newest, (doc.get('updatedAt') as Timestamp).toMillis());
    if (counter <= (this.seen.get(doc.id) ?? 0)) return;
    this.seen.set(doc.id, counter);
    this.onChange(doc.id, counter);
  }
}
