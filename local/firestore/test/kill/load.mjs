// Concurrent commits whose outcome can be told after the server was killed in the middle of them.
import { randomUUID } from 'node:crypto';
import { GrpcClient } from '../fuzz/grpc-client.mjs';

export const database = 'projects/demo-kill/databases/(default)';
export const documents = `${database}/documents`;
export const accounts = Array.from({ length: 12 }, (_, index) => `accounts/${index}`);
export const initialBalance = 1000;

/** The requests and their outcomes. */
export class Sent {
  /** id -> acknowledged, since the last check */
  pairs = new Map();
  /** id -> { from, to, amount, acknowledged }, since the last check */
  transfers = new Map();
  /** Paths that a check has found, and that must stay. */
  settled = [];
  /** Paths whose deletion was acknowledged. */
  deleted = [];
  balances = new Map(accounts.map((path) => [path, initialBalance]));
  pairWorkers = 6;
  transferWorkers = 4;

  /** Loads the server until it is gone. */
  async load(port, padding) {
    const pairs = Array.from({ length: this.pairWorkers }, () => this.#repeat(port, (grpc) => this.#pair(grpc, padding)));
    const transfers = Array.from({ length: this.transferWorkers }, () => this.#repeat(port, (grpc) => this.#transfer(grpc)));
    await Promise.all([...pairs, ...transfers]);
  }

  async #repeat(port, send) {
    const grpc = new GrpcClient(port);
    while (await send(grpc));
    grpc.close();
  }

  /** Two documents that exist together or not at all. @returns false when the server no longer answers */
  async #pair(grpc, padding) {
    const id = randomUUID();
    this.pairs.set(id, false);
    const fields = { id: { stringValue: id }, padding: { stringValue: 'x'.repeat(Math.floor(Math.random() * padding)) } };
    const { code } = await grpc.call('Commit', {
      database,
      writes: ['left', 'right'].map((side) => ({ update: { name: `${documents}/${side}/${id}`, fields } })),
    });
    if (code === 0) this.pairs.set(id, true);
    return code === 0;
  }

  /** Moves an amount within a transaction, and notes it in the same commit. */
  async #transfer(grpc) {
    const [from, to] = [...accounts].sort(() => Math.random() - 0.5);
    const amount = 1 + Math.floor(Math.random() * 9);
    const begun = await grpc.call('BatchGetDocuments', {
      database,
      documents: [from, to].map((path) => `${documents}/${path}`),
      newTransaction: { readWrite: {} },
    });
    const transaction = begun.answers.find((answer) => answer.transaction)?.transaction;
    if (begun.code !== 0 || transaction === undefined) return begun.code === 10;
    const balances = new Map(
      begun.answers
        .filter(({ found }) => found)
        .map(({ found }) => [found.name.slice(documents.length + 1), Number(found.fields.balance.integerValue)]),
    );
    const id = randomUUID();
    this.transfers.set(id, { from, to, amount, acknowledged: false });
    const balance = (path, change) => ({
      update: { name: `${documents}/${path}`, fields: { balance: { integerValue: String(balances.get(path) + change) } } },
    });
    const note = {
      update: { name: `${documents}/transfers/${id}`, fields: { amount: { integerValue: String(amount) } } },
      currentDocument: { exists: false },
    };
    const { code } = await grpc.call('Commit', { database, transaction, writes: [balance(from, -amount), balance(to, amount), note] });
    // Contention ends a transaction; nothing of it may be there.
    if (code === 10) this.transfers.delete(id);
    if (code === 0) this.transfers.get(id).acknowledged = true;
    return code === 0 || code === 10;
  }
}
