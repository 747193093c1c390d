import { limits } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { chunk } from 'es-toolkit';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { localNumber } from '../../../lib/local-number.ts';
import { useToast } from '../../../lib/toast.ts';
import type { Removal } from '../../../lib/use-remove-later.ts';
import { t } from '../../../texts/index.ts';
import { type BulkAction, type BulkReport, bulkRecords, readPagesAgain } from '../queries/record-queries.ts';
import { useDataView } from '../state/data-view-store.tsx';

export interface BulkProgress {
  done: number;
  all: number;
}

interface BulkOptions {
  /** Deleted records can be restored. */
  softDelete: boolean;
  offerUndo: (message: string, undo: () => void) => void;
  removeForGood: (removal: Removal) => void;
}

/** Changes many records, some hundred per call. @returns `run`, and the progress while it works */
export function useBulk({ softDelete, offerUndo, removeForGood }: BulkOptions) {
  const storage = useDataView((state) => state.storage);
  const showAll = useDataView((state) => state.showAll);
  const client = useQueryClient();
  const toast = useToast();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const stopped = useRef(false);

  const tellSkipped = (failed: BulkReport['failed']) => {
    if (failed[0]) toast.info(t('records.bulkSkipped', { count: localNumber(failed.length), reason: failed[0].message }));
  };

  const runForGood = (action: 'delete' | 'purge', ids: readonly string[]) =>
    removeForGood({
      ids,
      message: t(`records.bulk.${action}`, { count: ids.length }),
      failed: 'records.bulkFailed',
      async remove(isLeaving) {
        const calls = chunk([...ids], limits.selectionPart).map((part) => ({ action, ids: part }));
        // A page that is going away waits for no answer.
        if (isLeaving) return Promise.all(calls.map((call) => bulkRecords(storage, call, true)));
        const failed: BulkReport['failed'] = [];
        let log: string | undefined;
        for (const call of calls) {
          const report = await bulkRecords(storage, { ...call, log });
          failed.push(...report.failed);
          log = report.log ?? log;
        }
        return tellSkipped(failed);
      },
    });

  const run = async (action: BulkAction, ids: readonly string[]): Promise<void> => {
    if (action === 'purge' || (action === 'delete' && !softDelete)) return runForGood(action, ids);
    stopped.current = false;
    const failed: BulkReport['failed'] = [];
    let tried = 0;
    let log: string | undefined;
    let error: unknown;
    try {
      for (; tried < ids.length && !stopped.current; tried = Math.min(ids.length, tried + limits.selectionPart)) {
        setProgress({ done: tried, all: ids.length });
        const report = await bulkRecords(storage, { action, ids: ids.slice(tried, tried + limits.selectionPart), log });
        failed.push(...report.failed);
        log = report.log ?? log;
      }
    } catch (cause) {
      error = cause;
    }
    setProgress(null);
    void readPagesAgain(client, storage).then(showAll);
    const skipped = new Set(failed.map(({ id }) => id));
    const done = ids.slice(0, tried).filter((id) => !skipped.has(id));
    const message = t(`records.bulk.${action}`, { count: done.length });
    const back = action === 'restore' ? 'delete' : 'restore';
    if (done.length > 0) offerUndo(message, () => void run(back, done));
    tellSkipped(failed);
    if (error) toast.error(messageOf(error, t('records.bulkFailed'), t('records.bulkFailed')), error);
  };

  return { run, progress, stop: () => void (stopped.current = true) };
}
