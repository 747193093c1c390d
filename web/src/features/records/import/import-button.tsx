import FileUpload from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../../texts/index.ts';
import type { RecordPage, StorageRef } from '../queries/record-queries.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));

/** Opens the import; its code comes with the first press. */
export function ImportButton({ storage, page }: { storage: StorageRef; page: RecordPage | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<FileUpload />} disabled={!page} onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      {isOpen && page && (
        <Suspense>
          <ImportDialog storage={storage} storageName={page.storageName} known={page.columns} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
