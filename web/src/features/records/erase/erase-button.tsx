import type { DataRecord } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { IfMay } from '../../../lib/may.tsx';
import '../../../texts/data-view.ts';
import { t } from '../../../texts/index.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { EraseRecordDialog } from './erase-record-dialog.tsx';

/** Erases the record whose history is shown, for those who may delete for good. */
export function EraseButton({ storage, record, onErased }: { storage: StorageRef; record: DataRecord; onErased: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfMay to="projects.write">
      <Button color="error" onClick={() => setOpen(true)} sx={{ mr: 'auto' }}>
        {t('erase.button')}
      </Button>
      {isOpen && <EraseRecordDialog storage={storage} record={record} onKeep={() => setOpen(false)} onErased={onErased} />}
    </IfMay>
  );
}
