import type { Database, ReadOptions, TransactionId } from '../engine.ts';
import { RpcError } from '../rpc-error.ts';
import type { Timestamp } from '../model/value.ts';
import type { TransactionOptions } from '../wire/messages/documents.ts';

interface ConsistencySelector {
  readonly transaction: Uint8Array;
  readonly newTransaction?: TransactionOptions;
  readonly readTime?: Timestamp;
}

/** What a read request says about when to read; begins the transaction it asks for. `begun` goes into the first answer. */
export function readConsistency(database: Database, wire: ConsistencySelector): ReadOptions & { readonly begun?: Uint8Array } {
  const given = Number(wire.transaction.length > 0) + Number(wire.newTransaction !== undefined) + Number(wire.readTime !== undefined);
  if (given > 1) throw new RpcError('INVALID_ARGUMENT', 'Only one of "transaction", "newTransaction" and "readTime" may be set.');
  if (wire.newTransaction) {
    const transaction = begin(database, wire.newTransaction);
    return { transaction, begun: transactionBytes(transaction) };
  }
  if (wire.transaction.length > 0) return { transaction: transactionId(wire.transaction) };
  return { readTime: wire.readTime };
}

export function begin(database: Database, options: TransactionOptions | undefined): TransactionId {
  if (options?.readOnly) return database.beginTransaction({ kind: 'readOnly', readTime: options.readOnly.readTime });
  const retry = options?.readWrite?.retryTransaction;
  return database.beginTransaction({ kind: 'readWrite', retry: retry && retry.length > 0 ? transactionId(retry) : undefined });
}

export function transactionId(bytes: Uint8Array): TransactionId {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

export function transactionBytes(id: TransactionId): Uint8Array {
  return Buffer.from(id, 'latin1');
}
