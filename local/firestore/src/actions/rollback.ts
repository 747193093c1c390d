import type { empty, rollbackRequest } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseDatabaseName } from '../model/resource-name.ts';
import { transactionId } from './transactions.ts';

export function rollback(request: Decoded<typeof rollbackRequest>, call: Call): Decoded<typeof empty> {
  const database = call.database(parseDatabaseName(request.database));
  void call.caller;
  database.rollback(transactionId(request.transaction));
  return {};
}
