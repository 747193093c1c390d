import { RpcError } from '../model/rpc-error.ts';
import { type Transaction, TransactionTable } from './transaction-table.ts';

interface Waiter {
  readonly paths: readonly string[];
  readonly own: Transaction | undefined;
  readonly wake: () => void;
  readonly abort: (error: RpcError) => void;
}

/** Writers that wait for the locks of foreign transactions. A circle of waiting transactions is broken at once. Decision 006. */
export class LockQueue {
  readonly transactions: TransactionTable;
  readonly #waiters = new Set<Waiter>();

  /** @param waitMs how long a writer waits before it gets ABORTED */
  constructor(
    readonly waitMs: number,
    now?: () => number,
  ) {
    this.transactions = new TransactionTable(() => this.#wakeAll(), now);
  }

  isFree(paths: readonly string[], own: Transaction | undefined): boolean {
    return this.transactions.holders(paths, own).size === 0;
  }

  /**
   * Resolves when no other transaction holds a lock on the paths. Check again with `isFree` after it resolved: others may be faster.
   * @param until.deadline the latest time, as Date.now() gives it
   * @param until.cancelled aborts when the client no longer waits; its reason is thrown
   * @throws RpcError ABORTED at the deadline; a waiting transaction has then ended
   */
  async waitUntilFree(
    paths: readonly string[],
    own: Transaction | undefined,
    { deadline, cancelled }: { readonly deadline: number; readonly cancelled?: AbortSignal | undefined },
  ): Promise<void> {
    this.#breakCircles(paths, own);
    if (this.isFree(paths, own)) return;
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        cancelled?.removeEventListener('abort', cancel);
        this.#waiters.delete(waiter);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const abort = (error: RpcError): void => {
        leave();
        reject(error);
        if (own) this.transactions.end(own);
      };
      const cancel = (): void => abort(cancelled?.reason);
      const waiter: Waiter = { paths, own, wake, abort };
      const timer = setTimeout(() => abort(aborted('Transaction lock timeout.')), Math.max(0, deadline - Date.now()));
      cancelled?.addEventListener('abort', cancel);
      this.#waiters.add(waiter);
    });
  }

  /** Ends all waiting and all transactions, as a reset does. */
  abortAll(): void {
    for (const waiter of this.#waiters) waiter.abort(aborted('The transaction was aborted because the database was cleared.'));
    this.transactions.endAll();
  }

  #wakeAll(): void {
    for (const waiter of this.#waiters) if (waiter.own && !this.transactions.isOpen(waiter.own)) waiter.wake();
    for (const waiter of this.#waiters) if (this.isFree(waiter.paths, waiter.own)) waiter.wake();
  }

  /** Two transactions that each wait for the other would only time out: the one that waited already gives way. */
  #breakCircles(paths: readonly string[], own: Transaction | undefined): void {
    if (own === undefined) return;
    for (const holder of this.transactions.holders(paths, own)) {
      const waiter = this.#waiterOf(holder);
      if (waiter && this.#waitsFor(waiter, own, new Set()))
        waiter.abort(
          aborted(
            'Aborted due to cross-transaction contention. This occurs when multiple transactions attempt to access the same data, requiring Firestore to abort at least one in order to enforce serializability.',
          ),
        );
    }
  }

  #waitsFor(waiter: Waiter, target: Transaction, seen: Set<Waiter>): boolean {
    if (seen.has(waiter)) return false;
    seen.add(waiter);
    const holders = this.transactions.holders(waiter.paths, waiter.own);
    if (holders.has(target)) return true;
    for (const holder of holders) {
      const next = this.#waiterOf(holder);
      if (next && this.#waitsFor(next, target, seen)) return true;
    }
    return false;
  }

  #waiterOf(transaction: Transaction): Waiter | undefined {
    for (const waiter of this.#waiters) if (waiter.own === transaction) return waiter;
    return undefined;
  }
}

function aborted(message: string): RpcError {
  return new RpcError('ABORTED', message);
}
