import type { CommitEvent, Database, DocumentChange } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import type { StructuredQuery } from '../model/query.ts';
import type { Timestamp } from '../model/value.ts';
import type { Call } from '../actions/call.ts';

/** The message to one target about one document of a commit. */
export type TargetEvent =
  /** In the target, new or changed. */
  | { readonly kind: 'in'; readonly document: Document }
  /** Was in the target and exists, but is no longer in it. */
  | { readonly kind: 'out'; readonly document: Document }
  /** Was in the target and is deleted, or is a named document that does not exist. */
  | { readonly kind: 'deleted'; readonly path: string };

/** A listener's target: which documents it covers and how a commit changes that. */
export interface Target {
  readonly id: number;
  /** The watched documents by name; undefined for a query. */
  readonly paths: readonly string[] | undefined;
  readonly query: StructuredQuery | undefined;
  /**
   * Throws PERMISSION_DENIED when the rules (no longer) allow the target.
   * @returns paths of the documents that the rules asked for: when one of them changes, they may say something else
   */
  authorize(): readonly string[];
  /** Everything that is in the target now; for named documents also what is missing. */
  current(): readonly TargetEvent[];
  /**
   * The changes for a client that knows the target as it was at `since`.
   * @param missed all commits since then; undefined when they are no longer known
   * @returns undefined when they are no longer known, so that the client has to start over
   */
  resume(since: Timestamp, missed: readonly CommitEvent[] | undefined, readTime: Timestamp): readonly TargetEvent[] | undefined;
  /**
   * The messages for these changes (of one commit, or the net of several); undefined when the target is not concerned.
   * @param readTime the time they lead to; later commits may be readable already and must not show
   */
  apply(changes: readonly DocumentChange[], readTime: Timestamp): readonly TargetEvent[] | undefined;
}

export interface TargetContext {
  readonly call: Call;
  readonly database: Database;
}

/** Several commits as one: per document the state before the first and after the last. */
export function netChanges(events: readonly CommitEvent[]): readonly DocumentChange[] {
  const net = new Map<string, DocumentChange>();
  for (const { changes } of events) {
    for (const change of changes) {
      const earlier = net.get(change.path);
      net.set(change.path, earlier ? { ...change, before: earlier.before } : change);
    }
  }
  return [...net.values()];
}

export function isNewer(document: Document, since: Timestamp): boolean {
  return document.updateTime.toMicros() > since.toMicros();
}
