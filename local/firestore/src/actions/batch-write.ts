import { grpcCode, RpcError } from '../model/rpc-error.ts';
import type { batchWriteRequest, batchWriteResponse } from '../codec/messages/documents.ts';
import type { Decoded } from '../codec/proto/message.ts';
import type { Call } from './call.ts';
import { parseDatabaseName } from '../model/resource-name.ts';
import { runCommit } from './run-commit.ts';
import { writesFromWire } from './writes-from-wire.ts';

/**
 * Each write by itself, in order; one may fail without the others.
 * @throws RpcError for two writes to one document: https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/batchWrite
 */
export async function batchWrite(request: Decoded<typeof batchWriteRequest>, call: Call): Promise<Decoded<typeof batchWriteResponse>> {
  const name = parseDatabaseName(request.database);
  const database = call.database(name);
  void call.caller;
  const writes = writesFromWire(name, request.writes);
  const paths = new Set(writes.map(({ path }) => path));
  if (paths.size < writes.length) throw new RpcError('INVALID_ARGUMENT', 'A document may be written only once per BatchWrite request.');
  const outcomes = await Promise.allSettled(writes.map((write) => runCommit(call, { database, writes: [write] })));
  return {
    writeResults: outcomes.map((outcome) => (outcome.status === 'fulfilled' ? (outcome.value.writeResults[0] ?? {}) : {})),
    status: outcomes.map((outcome) => (outcome.status === 'fulfilled' ? { code: 0, message: '' } : failure(outcome.reason))),
  };
}

function failure(reason: unknown): { readonly code: number; readonly message: string } {
  if (!(reason instanceof RpcError)) throw reason;
  return { code: grpcCode[reason.code], message: reason.message };
}
