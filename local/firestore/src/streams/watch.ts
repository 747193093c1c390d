import type { CommitEvent, Database, DocumentChange } from '../store/engine.ts';
import type { Timestamp } from '../model/value.ts';
import type { RulesRegistry } from '../actions/rules-registry.ts';
import { EqualityTargets } from './equality-targets.ts';
import type { Target } from './target.ts';

/** A stream as the watch sees it. Decision 009 has the rules of listeners. */
export interface Watcher {
  /** Called once for each commit that may concern its targets, with those targets. */
  committed(event: CommitEvent, concerned: ReadonlyMap<Target, readonly DocumentChange[]>): void;
  /** Time passed, other rules hold, or a document that they ask for has changed: what was allowed may no longer be. */
  recheck(): void;
  heartbeat(): void;
}

/** Where a target is found again. */
interface Place {
  add(target: Target): unknown;
  delete(target: Target): boolean;
}

/** Clients reopen a stream that is silent for two minutes (docs/facts.md, "Silence on streams"). */
const heartbeatMillis = 30_000;

/**
 * All listeners of one database. Targets are found by document path or by collection, so that a commit costs nothing for listeners
 * on other documents.
 */
export class Watch {
  readonly #byDocument = new Map<string, Set<Target>>();
  readonly #byCollection = new Map<string, EqualityTargets>();
  readonly #byGroup = new Map<string, EqualityTargets>();
  readonly #kindless = new Set<Target>();
  readonly #watchers = new Map<Target, Watcher>();
  /** Targets by the documents that the rules asked for when they allowed them, and those documents by target. */
  readonly #byAsked = new Map<string, Set<Target>>();
  readonly #asked = new Map<Target, readonly string[]>();
  readonly #stops: (() => void)[];

  /** The newest commit that listeners got. */
  told: Timestamp;

  constructor(database: Database, rules: RulesRegistry) {
    this.told = database.readTime();
    const timer = setInterval(() => this.#each((watcher) => watcher.heartbeat()), heartbeatMillis);
    timer.unref();
    this.#stops = [
      database.onCommit((event) => this.#committed(event)),
      rules.onInstall((projectId) => {
        if (projectId === undefined || projectId === database.projectId) this.#each((watcher) => watcher.recheck());
      }),
      () => clearInterval(timer),
    ];
  }

  add(target: Target, watcher: Watcher): void {
    this.#watchers.set(target, watcher);
    for (const set of this.#places(target)) set.add(target);
  }

  remove(target: Target): void {
    this.restsOn(target, []);
    this.#watchers.delete(target);
    for (const set of this.#places(target)) set.delete(target);
    this.#dropEmpty(target);
  }

  /** @param asked the documents that the rules ask for to allow the target: a change of one has them asked again */
  restsOn(target: Target, asked: readonly string[]): void {
    const earlier = this.#asked.get(target) ?? [];
    if (asked.length === earlier.length && asked.every((path, i) => path === earlier[i])) return;
    for (const path of earlier) {
      const targets = this.#byAsked.get(path);
      targets?.delete(target);
      if (targets?.size === 0) this.#byAsked.delete(path);
    }
    if (asked.length === 0) this.#asked.delete(target);
    else this.#asked.set(target, asked);
    for (const path of asked) entry(this.#byAsked, path, () => new Set<Target>()).add(target);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #committed(event: CommitEvent): void {
    this.told = event.commitTime;
    for (const watcher of this.#whoseRulesAsk(event)) watcher.recheck();
    const concerned = new Map<Watcher, Map<Target, DocumentChange[]>>();
    for (const change of event.changes) {
      for (const target of this.#targetsOf(change)) {
        const watcher = this.#watchers.get(target);
        if (!watcher) continue;
        const targets = entry(concerned, watcher, () => new Map<Target, DocumentChange[]>());
        entry(targets, target, () => []).push(change);
      }
    }
    for (const [watcher, targets] of concerned) watcher.committed(event, targets);
  }

  /** Runs before the listeners get the commit: it may have ended their right to it. */
  #whoseRulesAsk({ changes }: CommitEvent): ReadonlySet<Watcher> {
    const found = new Set<Watcher>();
    if (this.#byAsked.size === 0) return found;
    for (const { path } of changes) {
      for (const target of this.#byAsked.get(path) ?? []) {
        const watcher = this.#watchers.get(target);
        if (watcher) found.add(watcher);
      }
    }
    return found;
  }

  *#targetsOf(change: DocumentChange): Iterable<Target> {
    const { path } = change;
    yield* this.#byDocument.get(path) ?? [];
    const slash = path.lastIndexOf('/');
    const collection = path.slice(0, slash);
    yield* this.#byCollection.get(collection)?.concerned(change) ?? [];
    if (this.#byGroup.size > 0) yield* this.#byGroup.get(collection.slice(collection.lastIndexOf('/') + 1))?.concerned(change) ?? [];
    yield* this.#kindless;
  }

  #places({ paths, query }: Target): readonly Place[] {
    if (paths) return paths.map((path) => entry(this.#byDocument, path, () => new Set()));
    return (query?.from ?? []).map(({ collectionId, allDescendants }) => {
      if (collectionId === '') return this.#kindless;
      if (allDescendants) return entry(this.#byGroup, collectionId, () => new EqualityTargets());
      return entry(this.#byCollection, query?.parent ? `${query.parent}/${collectionId}` : collectionId, () => new EqualityTargets());
    });
  }

  #dropEmpty({ paths, query }: Target): void {
    for (const path of paths ?? []) if (this.#byDocument.get(path)?.size === 0) this.#byDocument.delete(path);
    for (const { collectionId } of query?.from ?? []) {
      const collection = query?.parent ? `${query.parent}/${collectionId}` : collectionId;
      if (this.#byCollection.get(collection)?.size === 0) this.#byCollection.delete(collection);
      if (this.#byGroup.get(collectionId)?.size === 0) this.#byGroup.delete(collectionId);
    }
  }

  #each(act: (watcher: Watcher) => void): void {
    for (const watcher of new Set(this.#watchers.values())) act(watcher);
  }
}

const watches = new WeakMap<Database, Watch>();

/** The one watch of a database, made when its first listener comes. */
export function watchOf(database: Database, rules: RulesRegistry): Watch {
  const known = watches.get(database);
  if (known) return known;
  const made = new Watch(database, rules);
  watches.set(database, made);
  return made;
}

/** Ends what the watch of a database does by itself. */
export function stopWatch(database: Database): void {
  watches.get(database)?.stop();
  watches.delete(database);
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
