import type { TrashWork, TrashWorked } from '@bedplate/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { localNumber } from '../../lib/local-number.ts';
import { type StorageRef, storagePathOf } from '../../lib/storage-path.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';

/** A storage with deleted records, and its name. */
export interface NamedStorage extends StorageRef {
  name: string;
}

/** Brings all deleted records of a storage back, or deletes them for good, some hundred a call, and says what became of them. @returns the mutation, and how many are done while it works */
export function useWorkTrash(storage: NamedStorage) {
  const client = useQueryClient();
  const toast = useToast();
  const [done, setDone] = useState(0);
  const work = useMutation({
    mutationFn: async (action: TrashWork['action']) => {
      const sum = { done: 0, failed: [] as TrashWorked['failed'][number][] };
      let next: TrashWork | null = { action };
      setDone(0);
      while (next) {
        const data = await workPart(storage, next);
        sum.done += data.done;
        sum.failed.push(...data.failed);
        setDone(sum.done);
        const { until, after, log } = data;
        next = after === null ? null : { action, until, after, ...(log !== undefined && { log }) };
      }
      return sum;
    },
    // The row, or the sheet of its actions, may be gone before its button hears of it.
    onSuccess({ done: count, failed }, action) {
      const said = action === 'restore' ? 'trash.restored' : 'trash.purged';
      toast.success(t(said, { name: storage.name, records: t('trash.recordCount', { count }) }));
      if (failed[0]) toast.info(t('trash.skipped', { count: localNumber(failed.length), reason: failed[0].message }));
    },
    // A question shows its refusal itself.
    onError(error, action) {
      if (action === 'restore') toast.error(messageOf(error, t('trash.workFailed'), t('trash.workFailed')), error);
    },
    // A part may have been done before a call failed.
    onSettled() {
      client.removeQueries({ queryKey: ['records', storage.storageId] }); // Back shows no page as it was before
      return client.invalidateQueries({ queryKey: ['archive'] });
    },
  });
  return { work, done };
}

async function workPart(storage: StorageRef, work: TrashWork): Promise<TrashWorked> {
  return (await api.post<{ data: TrashWorked }>(`${storagePathOf(storage)}/trash`, work)).data;
}
