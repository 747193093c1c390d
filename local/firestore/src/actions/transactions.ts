import type { Database, ReadOptions, TransactionId } from '../store/engine.ts';
import { RpcError } from '../model/rpc-error.ts';
import type { Timestamp } from '../model/value.ts';
import type { TransactionOptions } from '../codec/messages/documents.ts';

interface ConsistencySelector {
  readonly transaction: Uint8Array;
  readonly newTransaction?: TransactionOptions;
  readonly readTime?: Timestamp;
}

/**
 * Runs a read as of when its request says, in the transaction that it asks for, whose name goes into the first answer. When the read is
 * refused, a transaction that it began ends with it: the client does not know its name, and its locks would block others.
 */
export function reading<T>(database: Database, wire: ConsistencySelector, read: (options: ReadOptions, begun?: Uint8Array) => T): T {
  const { begun, ...options } = readConsistency(database, wire);
  try {
    return read(options, begun);
  } catch (error) {
    if (begun && options.transaction !== undefined) database.rollback(options.transaction);
    throw error;
  }
}

/** The time at which a request reads; begins the transaction that it asks for. */
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
