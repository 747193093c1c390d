import { type Ref, useImperativeHandle, useState } from 'react';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { useRefusal } from '../../../lib/writes.tsx';
import { t } from '../../../texts/index.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useBulk } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

interface BulkSelectionProps {
  page: RecordPage;
  offerUndo: (message: string, undo: () => void) => void;
  /** Deletes the selection as the button does, for the keyboard. */
  ref: Ref<{ remove: () => void }>;
}

/** The selection's bar and its question: only what cannot be undone is asked for. */
export function BulkSelection({ page, offerUndo, ref }: BulkSelectionProps) {
  const selection = useSelection();
  const softDelete = page.is_softDelete;
  const refusal = useRefusal();
  const [asks, setAsks] = useState<'delete' | 'purge' | null>(null);
  const { run, progress, stop } = useBulk({ softDelete, offerUndo });
  const begin = async (action: 'delete' | 'restore' | 'purge') => {
    setAsks(null);
    await run(action, [...selection.ids]);
    selection.clear();
  };
  const remove = () => (softDelete ? void begin('delete') : setAsks('delete'));
  useImperativeHandle(ref, () => ({ remove: () => selection.ids.size > 0 && !progress && refusal === null && remove() }));
  return (
    <>
      {selection.ids.size > 0 && (
        <SelectionBar
          selection={selection}
          pagination={page.pagination}
          progress={progress}
          onDelete={remove}
          onRestore={() => void begin('restore')}
          onPurge={() => setAsks('purge')}
          onStop={stop}
        />
      )}
      <ConfirmDialog
        open={asks !== null}
        title={t('records.purgeTitle', { count: selection.ids.size })}
        keep={t('records.keep')}
        confirm={t('records.purgeSelected')}
        busy={false}
        onKeep={() => setAsks(null)}
        onConfirm={() => void begin(asks ?? 'delete')}
      >
        {t(softDelete ? 'records.purgeText' : 'records.hardText')}
      </ConfirmDialog>
    </>
  );
}
