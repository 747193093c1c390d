import type { DocumentChange, ReadOptions } from '../store/engine.ts';
import type { CompiledQuery } from '../query/compile-query.ts';
import type { Document } from '../model/document.ts';
import type { StructuredQuery } from '../model/query.ts';
import type { Timestamp } from '../model/value.ts';
import { authorizeList } from '../actions/authorize.ts';
import { netChanges, type Target, type TargetContext, type TargetEvent } from './target.ts';

/**
 * A target of a query. Whether a document was in it before a commit follows from the document itself, so nothing is remembered,
 * except for queries with a limit, an offset or cursors: those are run again and compared.
 * @throws RpcError for a query that `runQuery` would refuse
 */
export function queryTarget(id: number, query: StructuredQuery, context: TargetContext): Target {
  const compiled = context.database.compile(query);
  const shared = {
    id,
    paths: undefined,
    query,
    authorize: () => (context.call.caller.kind === 'user' ? authorizeList(context.call, context.database, query) : []),
  };
  return compiled.needsRerun ? { ...shared, ...window(query, compiled, context) } : { ...shared, ...plain(query, compiled, context) };
}

type Behaviour = Pick<Target, 'current' | 'resume' | 'apply'>;

function plain(query: StructuredQuery, compiled: CompiledQuery, { database }: TargetContext): Behaviour {
  const eventsOf = (changes: readonly DocumentChange[]): readonly TargetEvent[] => {
    const events: TargetEvent[] = [];
    for (const { path, before, after } of changes) {
      if (after && compiled.matches(after)) events.push({ kind: 'in', document: after });
      else if (before && compiled.matches(before)) events.push(after ? { kind: 'out', document: after } : { kind: 'deleted', path });
    }
    return events;
  };
  return {
    current: () => database.runQuery(query, { unbilled: true }).documents.map((document) => ({ kind: 'in', document })),
    resume: (_since, missed) => missed && eventsOf(netChanges(missed)),
    apply: (changes) => {
      const events = eventsOf(changes);
      return events.length === 0 ? undefined : events;
    },
  };
}

function window(query: StructuredQuery, compiled: CompiledQuery, { database }: TargetContext): Behaviour {
  let known = new Map<string, Document>();
  const run = (at: Pick<ReadOptions, 'readTime'> = {}) =>
    new Map(database.runQuery(query, { ...at, unbilled: true }).documents.map((document) => [document.path, document]));
  const concerns = ({ before, after }: DocumentChange) => (before && compiled.matches(before)) || (after && compiled.matches(after));
  const advance = (changes: readonly DocumentChange[], readTime: Timestamp): readonly TargetEvent[] => {
    if (!changes.some(concerns)) return [];
    const before = known;
    known = run({ readTime });
    return difference(before, known, (path) => database.get(path, { readTime, unbilled: true }));
  };
  return {
    current: () => {
      known = run();
      return Array.from(known.values(), (document) => ({ kind: 'in', document }));
    },
    resume: (since, missed, readTime) => {
      if (!missed) return undefined;
      known = run({ readTime: since });
      return advance(netChanges(missed), readTime);
    },
    apply: (changes, readTime) => {
      const events = advance(changes, readTime);
      return events.length === 0 ? undefined : events;
    },
  };
}

function difference(
  before: ReadonlyMap<string, Document>,
  after: ReadonlyMap<string, Document>,
  get: (path: string) => Document | undefined,
): TargetEvent[] {
  const events: TargetEvent[] = [];
  for (const [path, document] of after) {
    const old = before.get(path);
    if (!old || old.updateTime.toMicros() !== document.updateTime.toMicros()) events.push({ kind: 'in', document });
  }
  for (const path of before.keys()) {
    if (after.has(path)) continue;
    const document = get(path);
    events.push(document ? { kind: 'out', document } : { kind: 'deleted', path });
  }
  return events;
}
