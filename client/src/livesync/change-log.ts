import type { Deletion, LiveEvent, RecordState } from './events.ts';

/** The last change of a record that was seen, to recognise repetitions. */
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
 * Times come from the clocks of several servers, so a later change may have a slightly earlier
 * time. Microseconds. An old change that is taken for a new one does no lasting harm, because the
 * same listener delivers the newer one next. A span that is read for late writes is a minute old,
 * so a change that overtakes the reading is later by far more than this.
 */
export const skew = 5_000_000;

/**
 * Turns the deliveries of a listener into events, one for each change. Documents of a running
 * listener arrive in commit order, so a change counts when it differs from the last one seen. The
 * first delivery of a new listener may be older than the changes already seen; only later ones
 * count there.
 */
export class ChangeLog {
  /** Microseconds of the latest change seen. */
  latest = 0;
  private readonly known = new Map<string, Known>();
  /** An unknown record that was created after this time is new; microseconds. */
  private since = 0;

  /**
   * @param replay true for changes that may have been seen already: the first delivery of a
   * listener, or a span that is read later
   */
  read(batch: Batch, replay: boolean): LiveEvent[] {
    const seen = new Map(batch.records.map(({ id, updatedAt }) => [id, updatedAt]));
    const stays = ({ id, deletedAt, isDeparture }: Deletion) => isDeparture && deletedAt <= Math.max(seen.get(id) ?? 0, this.liveAt(id));
    const changes = [
      ...batch.records.map((state) => ({ at: state.updatedAt, state, deletion: undefined })),
      ...batch.deletions.filter((deletion) => !stays(deletion)).map((deletion) => ({ at: deletion.deletedAt, state: undefined, deletion })),
    ];
    // A deletion after an update in the same microsecond comes second.
    changes.sort((a, b) => a.at - b.at || Number(Boolean(a.deletion)) - Number(Boolean(b.deletion)));
    return changes.flatMap(({ state, deletion }) => (state ? this.changed(state, replay) : this.deleted(deletion, replay)));
  }

  /** Forgets the changes up to `since` (microseconds), which cannot be delivered again. */
  prune(since: number): void {
    this.since = since;
    for (const [id, { at }] of this.known) if (at <= since) this.known.delete(id);
  }

  /**
   * @returns how many records were changed or deleted after `since` (microseconds), as far as they
   * are remembered
   */
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
    // A second tombstone of a deleted record, for example from emptying the trash, is not a change.
    return known?.deleted ? [] : [{ type: 'delete', id: deletion.id, ...(deletion.record && { record: deletion.record }) }];
  }

  /** @returns the time of the last change that was seen of a record, 0 for one that is gone or unknown; microseconds */
  private liveAt(id: string): number {
    const known = this.known.get(id);
    return known && !known.deleted ? known.at : 0;
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
