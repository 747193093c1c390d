import { clientError, RpcError } from '../model/rpc-error.ts';
import type { Channel, StreamHandler } from './channel.ts';
import type { Call } from '../actions/call.ts';
import { queryFromWire } from '../actions/from-wire.ts';
import { parseDatabaseName, parseParentName, pathWithin, type ResourceName } from '../model/resource-name.ts';
import type { ListenRequest, ListenResponse, WireTarget } from '../codec/messages/listen.ts';
import { documentTarget } from './document-target.ts';
import { ListenSession } from './listen-session.ts';
import { refused, targetChange } from './listen-messages.ts';
import { queryTarget } from './query-target.ts';
import { readResumeToken } from './resume-token.ts';
import type { Target, TargetContext } from './target.ts';

/** The Listen RPC: targets come and go on one stream; its database is that of the first request. */
export function openListen(call: Call, channel: Channel<ListenResponse>): StreamHandler<ListenRequest> {
  let session: ListenSession | undefined;

  const start = (request: ListenRequest): ListenSession => {
    if (session) return session;
    const place = parseDatabaseName(request.database);
    void call.caller;
    session = new ListenSession(call, call.database(place), channel);
    return session;
  };

  const add = (listening: ListenSession, wire: WireTarget): void => {
    if (listening.has(wire.targetId))
      throw new RpcError('INVALID_ARGUMENT', `Target id ${wire.targetId} is already in use on this stream.`);
    try {
      listening.add(
        targetFromWire(wire, listening.context),
        wire.resumeToken.length > 0 ? readResumeToken(wire.resumeToken) : wire.readTime,
        {
          resumes: wire.resumeToken.length > 0 || wire.readTime !== undefined,
        },
      );
    } catch (error) {
      channel.send([refused(wire.targetId, clientError(error))]);
    }
  };

  return {
    receive: (request) => {
      const listening = start(request);
      if (request.addTarget) add(listening, request.addTarget);
      else if (request.removeTarget !== undefined) {
        listening.remove(request.removeTarget);
        channel.send([targetChange('REMOVE', request.removeTarget)]);
      } else throw new RpcError('INVALID_ARGUMENT', 'A listen request must add or remove a target.');
    },
    halfClose: () => channel.end(),
    closed: () => session?.close(),
    drained: () => session?.catchUp(),
  };
}

function targetFromWire(wire: WireTarget, context: TargetContext): Target {
  if (wire.documents) {
    const place: ResourceName = { projectId: context.database.projectId, databaseId: context.database.databaseId, path: '' };
    const paths = wire.documents.documents.map((name) => pathWithin(place, name));
    if (paths.length === 0) throw new RpcError('INVALID_ARGUMENT', 'A documents target must name at least one document.');
    return documentTarget(wire.targetId, paths, context);
  }
  if (!wire.query) throw new RpcError('INVALID_ARGUMENT', 'A target must be a query or a list of documents.');
  const parent = parseParentName(wire.query.parent);
  return queryTarget(wire.targetId, queryFromWire(parent.path, wire.query.structuredQuery), context);
}
