import type { Deletion, LiveEvent, RecordState } from './events.ts';

/** The remembered part of a record: enough to distinguish a change from a repetition. */
interface Known {
  /** Microseconds of the last change seen. */
  at: number;
  deleted: boolean;
}

export interface Batch {
  records: readonly RecordState[];
  deletions: readonly Deletion[];
}

/**
 * Times come from the clocks of several servers, so a later change may carry a slightly earlier time. Microseconds.
 * Taking an old one for new does no lasting harm: the same listener delivers the newer one next. A span that is read for late writes is
 * a minute old, so that what overtook its reading is later by far more than this.
 */
export const skew = 5_000_000;

/**
 * Turns what a listener delivers into events, each change once.
 * Documents of a running listener arrive in commit order, so a change counts when it differs from the last one seen.
 * The first delivery of a new listener may be older than what another has shown already: there only later changes count.
 */
export class ChangeLog {
  /** Microseconds of the latest change seen. */
  latest = 0;
  private readonly known = new Map<string, Known>();
  /** Microseconds: an unknown record that was created after it is new. */
  private since = 0;

  /** @param replay true for what may be older than what was seen already: the first delivery of a listener, or a span read later */
  read(batch: Batch, replay: boolean): LiveEvent[] {
    const changes = [
      ...batch.records.map((state) => ({ at: state.updatedAt, state, deletion: undefined })),
      ...batch.deletions.map((deletion) => ({ at: deletion.deletedAt, state: undefined, deletion })),
    ];
    // A deletion after an update in the same microsecond comes second.
    changes.sort((a, b) => a.at - b.at || Number(Boolean(a.deletion)) - Number(Boolean(b.deletion)));
    return changes.flatMap(({ state, deletion }) => (state ? this.changed(state, replay) : this.deleted(deletion, replay)));
  }

  /** Forgets what cannot be delivered again: changes up to `since` (microseconds). */
  prune(since: number): void {
    this.since = since;
    for (const [id, { at }] of this.known) if (at <= since) this.known.delete(id);
  }

  /** @returns how many records were changed or deleted after `since` (microseconds), as far as they are remembered */
  changedSince(since: number): number {
    return [...this.known.values()].filter(({ at }) => at > since).length;
  }

  private changed(state: RecordState, replay: boolean): LiveEvent[] {
    const known = this.known.get(state.id);
    if (known && isRepetition(known, { at: state.updatedAt, deleted: false }, replay)) return [];
    this.remember(state.id, state.updatedAt, false);
    const isNew = known ? known.deleted : state.createdAt > this.since || state.restoredAt === state.updatedAt;
    return [{ type: isNew ? 'create' : 'update', id: state.id, record: state.record }];
  }

  private deleted(deletion: Deletion, replay: boolean): LiveEvent[] {
    const known = this.known.get(deletion.id);
    if (known && isRepetition(known, { at: deletion.deletedAt, deleted: true }, replay)) return [];
    this.remember(deletion.id, deletion.deletedAt, true);
    // A second tombstone of a record already gone (a purge of the trash, say) is no news.
    return known?.deleted ? [] : [{ type: 'delete', id: deletion.id, ...(deletion.record && { record: deletion.record }) }];
  }

  private remember(id: string, at: number, deleted: boolean): void {
    this.known.set(id, { at, deleted });
    this.latest = Math.max(this.latest, at);
  }
}

function isRepetition(known: Known, { at, deleted }: Known, replay: boolean): boolean {
  if (known.at === at) return known.deleted || !deleted;
  return replay && at < known.at - skew;
}
