import type { DataRecord } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { isEqual } from 'es-toolkit';
import { useRef } from 'react';
import { ApiError, messageOf, withReason } from '../../../lib/api/api-error.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import { keepOnTop } from '../queries/changes-on-top.ts';
import { type RecordPage, recordsKey, saveCell, shownRecord } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import type { Undo } from './use-undo.ts';
import { warningOf } from '../queries/stored.ts';

export interface CellChange {
  id: string;
  field: string;
  value: unknown;
  before: unknown;
  /** Of the record as it was seen. */
  updatedAt: string;
}

/** A change that met another one of the same value. */
export interface CellClash extends CellChange {
  /** Holds theirs. */
  record: DataRecord;
}

/** A record that an app changes all the time is saved as soon as two of its changes leave room. */
const attempts = 4;

interface CellEditOptions extends Undo {
  /**
   * Gets a change that was not stored, as the record has gone or the server refused it: the typed value is nowhere else.
   * @param error the refused call, if the server refused one
   */
  onLost: (change: CellChange, reason: string, error?: unknown) => void;
  /** Somebody else has changed the same value meanwhile: theirs is shown and stored. */
  onClash: (clash: CellClash) => void;
}

interface Attempt {
  /** The value before, which a refusal brings back. */
  former: DataRecord[string];
  onTop: ReturnType<typeof keepOnTop>;
  isUndo: boolean;
  attempt?: number;
}

/**
 * Shows a changed value at once and stores it; a refusal brings the former one back. Somebody
 * else's change of the same value is never overwritten unasked; one of another field is kept beside
 * it. Changes of one record wait for each other, so that each knows
 * the time of the one before.
 */
export function useCellEdit(storage: StorageRef, { offerUndo, undoAfter, onLost, onClash }: CellEditOptions): (change: CellChange) => void {
  const client = useQueryClient();
  const toast = useToast();
  const waiting = useRef(new Map<string, Promise<void>>());
  const times = useRef(new Map<string, string>());
  useUnsaved({ isUnsaved: () => false, isUnderWay: () => waiting.current.size > 0 });

  const show = (id: string, changes: Partial<DataRecord>) =>
    client.setQueriesData<RecordPage>({ queryKey: recordsKey(storage) }, (page) => {
      if (!page?.data.some((row) => row.id === id)) return page;
      return { ...page, data: page.data.map((row) => (row.id === id ? ({ ...row, ...changes } as DataRecord) : row)) };
    });

  /** Shows a value before it is stored. */
  const put = (what: CellChange) => {
    show(what.id, { [what.field]: what.value as DataRecord[string] }); // parsed from JSON or typed text
    return keepOnTop(client, storage, what);
  };

  const shownIn = (id: string, field: string) => ownValue<DataRecord[string]>(shownRecord(client, storage, id) ?? {}, field);

  const store = async (what: CellChange, { former, onTop, isUndo, attempt = 1 }: Attempt): Promise<void> => {
    const { id, field, value, before, updatedAt } = what;
    try {
      const expected = times.current.get(`${id} ${updatedAt}`) ?? updatedAt;
      const stored = await saveCell(storage, { id, field, value, ifUpdatedAt: expected });
      const record = stored.data;
      for (const seen of [updatedAt, expected]) times.current.set(`${id} ${seen}`, record.updatedAt);
      onTop.stored(record);
      show(id, { [field]: ownValue(record, field) ?? null, updatedAt: record.updatedAt });
      if (isUndo) toast.success(t('records.cellUndone', { field }));
      else
        offerUndo(t('records.cellSaved', { field }), () =>
          change({ id, field, value: before, before: value, updatedAt: record.updatedAt }, true),
        );
      const warning = warningOf(stored);
      if (warning) toast.info(warning);
    } catch (error) {
      onTop.drop();
      show(id, { [field]: former });
      const code = codeOf(error);
      if (code === 'conflict') return meet(what, { isUndo, attempt });
      if (code === 'unauthenticated' && !isUndo) return again(what, former);
      lose(what, isUndo, error);
      void client.invalidateQueries({ queryKey: recordsKey(storage) });
    }
  };

  const lose = (what: CellChange, isUndo: boolean, error: unknown) => {
    const { field } = what;
    const code = codeOf(error);
    const failed = t('records.cellFailed', { field });
    const unanswered = code === 'network' || code === 'timeout';
    const reason =
      code === 'not-found' ? t('records.cellGone') : unanswered ? t('records.cellUnanswered', { field }) : withReason(failed, error);
    if (isUndo) toast.error(messageOf(error, failed, failed), error);
    else onLost(what, reason, error);
  };

  /** The record is not as it was seen: what matters is whether this value is. */
  const meet = async (what: CellChange, { isUndo, attempt }: { isUndo: boolean; attempt: number }): Promise<void> => {
    await client.refetchQueries({ queryKey: recordsKey(storage), type: 'active' });
    // Asked for by its id: Back may have led to a page without it, and a later change may stand on top of it here.
    const { presentRecord } = await import('../queries/lookup-records.ts'); // few changes meet another one
    let record: DataRecord | undefined;
    try {
      record = await presentRecord(storage, what.id);
    } catch (error) {
      return lose(what, isUndo, error);
    }
    if (!record) return onLost(what, t('records.cellGone'));
    const theirs = ownValue<DataRecord[string]>(record, what.field) ?? null;
    const next = { ...what, updatedAt: record.updatedAt };
    if (!isEqual(theirs, what.before ?? null) || attempt >= attempts) return onClash({ ...next, before: theirs, record });
    return store(next, { former: theirs, onTop: put(next), isUndo, attempt: attempt + 1 });
  };

  /** The session has ended, and a login stands over the page. */
  const again = async (what: CellChange, former: DataRecord[string]): Promise<void> => {
    const { untilSignedIn } = await import('../../../lib/session/until-signed-in.ts');
    await untilSignedIn();
    return store(what, { former, onTop: put(what), isUndo: false });
  };

  const change = (what: CellChange, isUndo = false) => {
    const former = shownIn(what.id, what.field) ?? null;
    const onTop = put(what);
    const done = (waiting.current.get(what.id) ?? Promise.resolve()).then(() => store(what, { former, onTop, isUndo }));
    waiting.current.set(what.id, done);
    if (!isUndo) undoAfter(done);
    void done.finally(() => waiting.current.get(what.id) === done && waiting.current.delete(what.id));
  };
  return change;
}

function codeOf(error: unknown) {
  return error instanceof ApiError ? error.code : null;
}
