import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { localNumber } from '../../../lib/local-number.ts';
import { useRefusal } from '../../../lib/writes.tsx';
import type { Removal } from '../../../lib/use-remove-later.ts';
import { t } from '../../../texts/index.ts';
import { recordName } from '../columns/record-name.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { useBulk } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

/** Loaded with the first choice. */
const SelectionBar = lazy(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));

/** Records that a question names; it counts the others. */
const namedAtOnce = 5;

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
    await run(action, [...selection.ids]);
    selection.clear();
  };
  const remove = () => (softDelete ? void begin('delete') : setAsks('delete'));
  const ids = [...selection.ids];
  const nameOf = (id: string) => {
    const row = page.data.find((each) => each.id === id);
    return (row && recordName(row)) || id;
  };
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
      <ConfirmDialog
        open={asks !== null}
        title={t('records.purgeTitle', { count: selection.ids.size })}
        keep={t('records.keep')}
        confirm={t('records.purgeSelected')}
        busy={false}
        onKeep={() => setAsks(null)}
        onConfirm={() => void begin(asks ?? 'delete')}
      >
        <Typography sx={{ mb: 2 }}>{t(softDelete ? 'records.purgeText' : 'records.hardText')}</Typography>
        <Box component="ul" sx={{ m: 0, pl: 5, overflowWrap: 'anywhere' }}>
          {ids.slice(0, namedAtOnce).map((id) => (
            <li key={id} dir="auto">
              {nameOf(id)}
            </li>
          ))}
          {ids.length > namedAtOnce && <li>{t('records.andMore', { count: localNumber(ids.length - namedAtOnce) })}</li>}
        </Box>
      </ConfirmDialog>
    </>
  );
}
