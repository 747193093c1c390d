import { randomInt } from 'node:crypto';
import type { TransactionId } from './engine.ts';
import { RpcError } from '../model/rpc-error.ts';

const idleMs = 60_000;
const longestMs = 270_000;

/** `''` in `collections` means all of them. */
export interface Transaction {
  readonly id: TransactionId;
  readonly readOnly: boolean;
  /** Microseconds; read-only transactions read here. */
  readonly snapshot: number;
  readonly paths: Set<string>;
  readonly collections: Set<string>;
  readonly begun: number;
  lastUsed: number;
  /** A commit is under way: not idle. */
  committing: boolean;
}

/** Transactions that have begun and not ended, and what they have read. */
export class TransactionTable {
  readonly #open = new Map<TransactionId, Transaction>();
  readonly #byPath = new Map<string, Set<Transaction>>();
  readonly #byCollection = new Map<string, Set<Transaction>>();
  /** Ids of an earlier process run must not be taken for ours. */
  readonly #run = randomInt(2 ** 32);
  #counter = 0;

  constructor(
    readonly onEnd: () => void,
    readonly now: () => number = Date.now,
  ) {}

  begin(readOnly: boolean, snapshot: number): Transaction {
    this.#expire();
    const transaction: Transaction = {
      id: this.#nextId(),
      readOnly,
      snapshot,
      paths: new Set(),
      collections: new Set(),
      begun: this.now(),
      lastUsed: this.now(),
      committing: false,
    };
    this.#open.set(transaction.id, transaction);
    return transaction;
  }

  /** @throws RpcError INVALID_ARGUMENT for what was never an id, ABORTED for an ended one */
  require(id: TransactionId): Transaction {
    checkId(id);
    this.#expire();
    const transaction = this.#open.get(id);
    if (!transaction) throw new RpcError('ABORTED', 'The referenced transaction has expired or is no longer valid.');
    transaction.lastUsed = this.now();
    return transaction;
  }

  /** Ending an ended one is fine. */
  rollback(id: TransactionId): void {
    checkId(id);
    const transaction = this.#open.get(id);
    if (transaction) this.end(transaction);
  }

  lockPath(transaction: Transaction, path: string): void {
    if (transaction.readOnly || transaction.paths.has(path)) return;
    transaction.paths.add(path);
    this.#byPath.set(path, (this.#byPath.get(path) ?? new Set()).add(transaction));
  }

  lockCollection(transaction: Transaction, collectionId: string): void {
    if (transaction.readOnly || transaction.collections.has(collectionId)) return;
    transaction.collections.add(collectionId);
    this.#byCollection.set(collectionId, (this.#byCollection.get(collectionId) ?? new Set()).add(transaction));
  }

  /** Other transactions whose locks forbid to write these paths. */
  holders(paths: Iterable<string>, own: Transaction | undefined): ReadonlySet<Transaction> {
    const found = new Set<Transaction>();
    if (this.#byPath.size === 0 && this.#byCollection.size === 0) return found;
    this.#expire();
    for (const path of paths) {
      const end = path.lastIndexOf('/');
      const collectionId = path.slice(path.lastIndexOf('/', end - 1) + 1, end);
      for (const set of [this.#byPath.get(path), this.#byCollection.get(collectionId), this.#byCollection.get('')]) {
        for (const holder of set ?? []) if (holder !== own) found.add(holder);
      }
    }
    return found;
  }

  end(transaction: Transaction): void {
    if (!this.#open.delete(transaction.id)) return;
    for (const path of transaction.paths) forget(this.#byPath, path, transaction);
    for (const collection of transaction.collections) forget(this.#byCollection, collection, transaction);
    this.onEnd();
  }

  isOpen(transaction: Transaction): boolean {
    return this.#open.has(transaction.id);
  }

  endAll(): void {
    for (const transaction of this.#open.values()) this.end(transaction);
  }

  #expire(): void {
    const now = this.now();
    for (const transaction of this.#open.values()) {
      const expired = transaction.lastUsed < now - idleMs || transaction.begun < now - longestMs;
      if (expired && !transaction.committing) this.end(transaction);
    }
  }

  /** Nine bytes: 0x11, a counter, a mark of this run. */
  #nextId(): TransactionId {
    const bytes = Buffer.alloc(9, 0x11);
    bytes.writeUInt32LE(++this.#counter, 1);
    bytes.writeUInt32LE(this.#run, 5);
    return bytes.toString('latin1');
  }
}

function checkId(id: TransactionId): void {
  if (id.length !== 9 || id.charCodeAt(0) !== 0x11) throw new RpcError('INVALID_ARGUMENT', 'Invalid transaction.');
}

function forget(locks: Map<string, Set<Transaction>>, key: string, transaction: Transaction): void {
  const holders = locks.get(key);
  holders?.delete(transaction);
  if (holders?.size === 0) locks.delete(key);
}
