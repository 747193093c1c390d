import type { commitRequest, commitResponse } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseDatabaseName } from '../model/resource-name.ts';
import { runCommit } from './run-commit.ts';
import { commitToWire } from './to-wire.ts';
import { transactionId } from './transactions.ts';
import { writesFromWire } from './writes-from-wire.ts';

export async function commit(request: Decoded<typeof commitRequest>, call: Call): Promise<Decoded<typeof commitResponse>> {
  const name = parseDatabaseName(request.database);
  const database = call.database(name);
  void call.caller;
  const writes = writesFromWire(name, request.writes);
  const transaction = request.transaction.length > 0 ? transactionId(request.transaction) : undefined;
  return commitToWire(await runCommit(call, { database, writes, transaction }));
}
