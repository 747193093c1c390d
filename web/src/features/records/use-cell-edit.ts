import type { DataRecord } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { type RecordPage, recordsKey, saveCell, type StorageRef } from './record-queries.ts';

export interface CellChange {
  id: string;
  field: string;
  value: unknown;
  before: unknown;
  /** Of the record as it was seen. */
  updatedAt: string;
}

/**
 * Shows a changed value at once and stores it; a refusal brings the former one back. Somebody else's change is never overwritten.
 * Changes of one record wait for each other, so that each knows the time of the one before.
 */
export function useCellEdit(storage: StorageRef, offerUndo: (message: string, undo: () => void) => void): (change: CellChange) => void {
  const client = useQueryClient();
  const toast = useToast();
  const waiting = useRef(new Map<string, Promise<void>>());
  const times = useRef(new Map<string, string>());

  const show = (id: string, changes: Partial<DataRecord>) =>
    client.setQueriesData<RecordPage>({ queryKey: recordsKey(storage) }, (page) => {
      if (!page?.data.some((row) => row.id === id)) return page;
      return { ...page, data: page.data.map((row) => (row.id === id ? ({ ...row, ...changes } as DataRecord) : row)) };
    });

  const store = async ({ id, field, value, before, updatedAt }: CellChange, isUndo: boolean): Promise<void> => {
    try {
      const expected = times.current.get(`${id} ${updatedAt}`) ?? updatedAt;
      const record = await saveCell(storage, id, field, value, expected);
      for (const seen of [updatedAt, expected]) times.current.set(`${id} ${seen}`, record.updatedAt);
      show(id, { [field]: record[field] ?? null, updatedAt: record.updatedAt });
      if (isUndo) toast.success(t('records.cellUndone', { field }));
      else
        offerUndo(t('records.cellSaved', { field }), () =>
          change({ id, field, value: before, before: value, updatedAt: record.updatedAt }, true),
        );
    } catch (error) {
      show(id, { [field]: before as DataRecord[string] });
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      toast.error(isConflict ? t('records.cellConflict') : messageOf(error, t('records.cellFailed', { field })));
      void client.invalidateQueries({ queryKey: recordsKey(storage) });
    }
  };

  const change = (what: CellChange, isUndo = false) => {
    show(what.id, { [what.field]: what.value as DataRecord[string] }); // parsed from JSON or typed text
    const done = (waiting.current.get(what.id) ?? Promise.resolve()).then(() => store(what, isUndo));
    waiting.current.set(what.id, done);
    void done.finally(() => waiting.current.get(what.id) === done && waiting.current.delete(what.id));
  };
  return change;
}
