import { randomUUID } from 'node:crypto';
import type { Database } from '../store/engine.ts';
import { clientError, RpcError } from '../model/rpc-error.ts';
import type { Channel, StreamHandler } from './channel.ts';
import type { Call } from '../actions/call.ts';
import { parseDatabaseName, type ResourceName } from '../model/resource-name.ts';
import { runCommit } from '../actions/run-commit.ts';
import { commitToWire } from '../actions/to-wire.ts';
import { writesFromWire } from '../actions/writes-from-wire.ts';
import type { WriteRequest, WriteResponse } from '../codec/messages/listen.ts';

/** More than this many unanswered requests are a client that does not wait for its answers (SDKs send ten). */
const maxQueued = 1000;

/** The Write RPC: a handshake, then commits one after another. Any failure ends the stream with its status (docs/facts.md, "Write streams"). */
export function openWrite(call: Call, channel: Channel<WriteResponse>): StreamHandler<WriteRequest> {
  const streamId = randomUUID();
  const queue: WriteRequest[] = [];
  let place: ResourceName | undefined;
  let working = false;
  let halfClosed = false;
  let closed = false;
  let sent = 0;

  const token = () => Buffer.from(String(sent++));

  const handshake = (request: WriteRequest): void => {
    if (request.database === '') throw invalid("'database' must be set on an initial write request.");
    if (request.writes.length > 0) throw invalid("'writes' must not be set on an initial write request.");
    if (request.streamId !== '' || request.streamToken.length > 0) {
      throw invalid("Resuming streams is not supported, 'stream_id' and 'stream_token' must not be set on an initial write request.");
    }
    place = parseDatabaseName(request.database);
    void call.caller;
    channel.send([{ streamId, streamToken: token() }]);
  };

  const next = async (database: Database, name: ResourceName): Promise<void> => {
    for (let request = queue.shift(); request; request = queue.shift()) {
      if (request.database !== '' && request.database !== database.name) {
        throw invalid(`The stream writes to "${database.name}", not to "${request.database}".`);
      }
      if (request.writes.length === 0) {
        channel.send([{ streamToken: token() }]);
        channel.end();
        return;
      }
      const result = await runCommit(call, { database, writes: writesFromWire(name, request.writes) });
      channel.send([{ streamToken: token(), ...commitToWire(result) }]);
    }
    if (halfClosed) channel.end();
  };

  const work = (name: ResourceName): void => {
    if (working) return;
    working = true;
    next(call.database(name), name)
      .catch((error: unknown) => channel.end(clientError(error)))
      .finally(() => {
        working = false;
        if (queue.length > 0 && !closed) work(name);
      });
  };

  return {
    receive: (request) => {
      if (!place) {
        handshake(request);
        return;
      }
      if (queue.length >= maxQueued) throw new RpcError('RESOURCE_EXHAUSTED', `More than ${maxQueued} write requests wait on this stream.`);
      queue.push(request);
      work(place);
    },
    halfClose: () => {
      halfClosed = true;
      if (!working) channel.end();
    },
    closed: () => {
      closed = true;
      queue.length = 0;
      call.cancel();
    },
    drained: () => {},
  };
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message);
}
