import type { DataRecord } from '@bedplate/contract';
import { useEffect } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import { hugeText, loadLongEditor } from './load-long-editor.ts';

export const loadEditDialog = async () => ({ default: (await import('./edit-record-dialog.tsx')).EditRecordDialog });

/** Loads what edits a long record while the page is idle, when it shows one: the first opening then waits for no code. */
export function useEditAhead(records: readonly DataRecord[] | undefined): void {
  useEffect(() => {
    if (!records) return;
    return afterPaint(() => {
      if (!records.some(isLong)) return;
      // A failure is no loss: opening loads again, and shows the failure.
      void Promise.allSettled([loadEditDialog(), loadLongEditor()]);
    });
  }, [records]);
}

function isLong(record: DataRecord): boolean {
  return JSON.stringify(record).length > hugeText;
}
