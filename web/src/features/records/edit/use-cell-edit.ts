import type { DataRecord } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { type RecordPage, recordsKey, saveCell, shownRecord, type StorageRef } from '../queries/record-queries.ts';

export interface CellChange {
  id: string;
  field: string;
  value: unknown;
  before: unknown;
  /** Of the record as it was seen. */
  updatedAt: string;
}

interface CellEditOptions {
  offerUndo: (message: string, undo: () => void) => void;
  /** The record has been deleted meanwhile: what was typed is nowhere else. */
  onLost: (change: CellChange) => void;
}

/**
 * Shows a changed value at once and stores it; a refusal brings the former one back. Somebody
 * else's change is never overwritten. Changes of one record wait for each other, so that each knows
 * the time of the one before.
 */
export function useCellEdit(storage: StorageRef, { offerUndo, onLost }: CellEditOptions): (change: CellChange) => void {
  const client = useQueryClient();
  const toast = useToast();
  const waiting = useRef(new Map<string, Promise<void>>());
  const times = useRef(new Map<string, string>());

  const show = (id: string, changes: Partial<DataRecord>) =>
    client.setQueriesData<RecordPage>({ queryKey: recordsKey(storage) }, (page) => {
      if (!page?.data.some((row) => row.id === id)) return page;
      return { ...page, data: page.data.map((row) => (row.id === id ? ({ ...row, ...changes } as DataRecord) : row)) };
    });

  const shownIn = (id: string, field: string) => ownValue<DataRecord[string]>(shownRecord(client, storage, id) ?? {}, field);

  const store = async (what: CellChange, former: DataRecord[string], isUndo: boolean): Promise<void> => {
    const { id, field, value, before, updatedAt } = what;
    try {
      const expected = times.current.get(`${id} ${updatedAt}`) ?? updatedAt;
      const record = await saveCell(storage, { id, field, value, ifUpdatedAt: expected });
      for (const seen of [updatedAt, expected]) times.current.set(`${id} ${seen}`, record.updatedAt);
      show(id, { [field]: ownValue(record, field) ?? null, updatedAt: record.updatedAt });
      if (isUndo) toast.success(t('records.cellUndone', { field }));
      else
        offerUndo(t('records.cellSaved', { field }), () =>
          change({ id, field, value: before, before: value, updatedAt: record.updatedAt }, true),
        );
    } catch (error) {
      show(id, { [field]: former });
      const code = error instanceof ApiError ? error.code : null;
      const failed = t('records.cellFailed', { field });
      if (code === 'not-found' && !isUndo) onLost(what);
      else toast.error(code === 'conflict' ? t('records.cellConflict') : messageOf(error, failed, failed));
      void client.invalidateQueries({ queryKey: recordsKey(storage) });
    }
  };

  const change = (what: CellChange, isUndo = false) => {
    const former = shownIn(what.id, what.field) ?? null;
    show(what.id, { [what.field]: what.value as DataRecord[string] }); // parsed from JSON or typed text
    const done = (waiting.current.get(what.id) ?? Promise.resolve()).then(() => store(what, former, isUndo));
    waiting.current.set(what.id, done);
    void done.finally(() => waiting.current.get(what.id) === done && waiting.current.delete(what.id));
  };
  return change;
}
