import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react';
import { useRefusal } from '../../../lib/writes.tsx';
import type { Removal } from '../../../lib/use-remove-later.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { useBulk } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

/** Loaded with the first choice. */
const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));

const SelectionQuestion = lazy(async () => ({ default: (await import('./selection-question.tsx')).SelectionQuestion }));

interface BulkSelectionProps {
  page: RecordPage;
  offerUndo: (message: string, undo: () => void) => void;
  removeForGood: (removal: Removal) => void;
  /** Deletes the selection as the button does, for the keyboard. */
  ref: Ref<{ remove: () => void }>;
}

/** The selection's bar and its question: only what cannot be undone is asked for. */
export function BulkSelection({ page, offerUndo, removeForGood, ref }: BulkSelectionProps) {
  const selection = useSelection();
  const softDelete = page.is_softDelete;
  const refusal = useRefusal();
  const [asks, setAsks] = useState<'delete' | 'purge' | null>(null);
  const { run, progress, stop } = useBulk({ softDelete, offerUndo, removeForGood });
  const begin = async (action: 'delete' | 'restore' | 'purge') => {
    setAsks(null);
    await import('../../../texts/data-view.ts'); // a key deletes before the bar has come
    await run(action, [...selection.ids]);
    selection.clear();
  };
  const remove = () => (softDelete ? void begin('delete') : setAsks('delete'));
  useImperativeHandle(ref, () => ({ remove: () => selection.ids.size > 0 && !progress && refusal === null && remove() }));
  return (
    <>
      {selection.ids.size > 0 && (
        <Suspense>
          <SelectionBar
            selection={selection}
            pagination={page.pagination}
            progress={progress}
            onDelete={remove}
            onRestore={() => void begin('restore')}
            onPurge={() => setAsks('purge')}
            onStop={stop}
          />
        </Suspense>
      )}
      {asks !== null && (
        <Suspense>
          <SelectionQuestion ids={[...selection.ids]} page={page} onKeep={() => setAsks(null)} onConfirm={() => void begin(asks)} />
        </Suspense>
      )}
    </>
  );
}
