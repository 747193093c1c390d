import type { DataRecord } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';

const RecordHistoryDialog = lazy(async () => ({ default: (await import('./record-history-dialog.tsx')).RecordHistoryDialog }));

/** Opens the history of a record above the form with the button. */
export function HistoryButton({ storage, record, onErased }: { storage: StorageRef; record: DataRecord; onErased: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} sx={{ mr: 'auto' }}>
        {t('history.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <RecordHistoryDialog storage={storage} record={record} onClose={() => setOpen(false)} onErased={onErased} />
        </Suspense>
      )}
    </>
  );
}
