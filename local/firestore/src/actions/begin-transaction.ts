import type { beginTransactionRequest, beginTransactionResponse } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseDatabaseName } from '../model/resource-name.ts';
import { begin, transactionBytes } from './transactions.ts';

export function beginTransaction(request: Decoded<typeof beginTransactionRequest>, call: Call): Decoded<typeof beginTransactionResponse> {
  const database = call.database(parseDatabaseName(request.database));
  void call.caller;
  return { transaction: transactionBytes(begin(database, request.options)) };
}
