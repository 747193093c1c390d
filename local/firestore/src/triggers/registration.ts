import type { DocumentChange } from '../store/engine.ts';
import { RpcError } from '../model/rpc-error.ts';
import { isObject } from '../codec/proto/value-json.ts';
import { type PathPattern, pathPattern } from './pattern.ts';

type Kind = 'written' | 'created' | 'updated' | 'deleted';

/** One second-generation Firestore trigger of a function. */
export interface Registration {
  readonly projectId: string;
  readonly key: string;
  readonly eventType: string;
  readonly kind: Kind;
  readonly withAuthContext: boolean;
  readonly matches: PathPattern;
}

const eventType = /^google\.cloud\.firestore\.document\.v1\.(written|created|updated|deleted)(\.withAuthContext)?$/;

/** @throws RpcError UNIMPLEMENTED for a first-generation trigger, INVALID_ARGUMENT for what is no registration */
export function readRegistration(projectId: string, { key, version, body }: { key: string; version: 1 | 2; body: unknown }): Registration {
  if (version === 1)
    throw new RpcError(
      'UNIMPLEMENTED',
      `First-generation Firestore triggers are not served: "${key}". Use firebase-functions/v2/firestore.`,
    );
  if (!isObject(body) || typeof body.eventType !== 'string') throw new RpcError('INVALID_ARGUMENT', 'A trigger needs an "eventType".');
  const match = eventType.exec(body.eventType);
  if (!match) throw new RpcError('INVALID_ARGUMENT', `The event type "${body.eventType}" is not one of Firestore's.`);
  const { document } = body;
  if (!isObject(document) || typeof document.value !== 'string')
    throw new RpcError('INVALID_ARGUMENT', 'A trigger needs a "document" with a "value".');
  const pattern = document.value;
  return {
    projectId,
    key,
    eventType: body.eventType,
    kind: (match[1] ?? 'written') as Kind,
    withAuthContext: match[2] !== undefined,
    matches: document.matchType === 'EXACT' ? (path) => path === pattern : pathPattern(pattern),
  };
}

/** The names of the changes of a document; every change is also `written`. */
export function kindOf({ before, after }: DocumentChange): Kind {
  if (!before) return 'created';
  return after ? 'updated' : 'deleted';
}

/** `us-central1-name-0` without its generation: re-registered functions keep the rest and count up (docs/facts.md, "Registration of triggers"). */
export function baseKey(key: string): string {
  return key.replace(/-\d+$/, '');
}
