import type { DocumentChange } from '../store/engine.ts';
import { authorizeGets } from '../actions/authorize.ts';
import { isNewer, type Target, type TargetContext, type TargetEvent } from './target.ts';

/** A target of named documents. */
export function documentTarget(id: number, paths: readonly string[], { call, database }: TargetContext): Target {
  const names = new Set(paths);
  const look = (path: string) => database.get(path, { unbilled: true });
  const current = () =>
    paths.map((path): TargetEvent => {
      const document = look(path);
      return document ? { kind: 'in', document } : { kind: 'deleted', path };
    });
  return {
    id,
    paths,
    query: undefined,
    authorize: () => {
      if (call.caller.kind !== 'user') return [];
      return authorizeGets(
        call,
        database,
        paths.map((path) => ({ path, document: look(path) })),
      );
    },
    current,
    // A deleted document is sent again, which needs no history.
    resume: (since) => current().filter((event) => event.kind !== 'in' || isNewer(event.document, since)),
    apply: (changes) => {
      const concerned = changes.filter(({ path }) => names.has(path));
      return concerned.length === 0 ? undefined : concerned.map(eventOf);
    },
  };
}

function eventOf({ path, after }: DocumentChange): TargetEvent {
  return after ? { kind: 'in', document: after } : { kind: 'deleted', path };
}
