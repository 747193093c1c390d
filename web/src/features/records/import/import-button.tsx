import FileUpload from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { IfMay, useMay } from '../../../lib/may.tsx';
import { useAddForm } from '../../../lib/navigation/use-add-form.ts';
import { t } from '../../../texts/index.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { useDeclared } from '../schema/use-declared.ts';
import { useDataView } from '../state/data-view-store.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportFile })));

/** Opens the import; the first press loads its code. */
export function ImportButton({ page }: { page: RecordPage | undefined }) {
  const storage = useDataView((state) => state.storage);
  const declared = useDeclared(storage, page)?.fields;
  const { isOpen, setOpen } = useAddForm(useMay()('records.write'), 'import');
  return (
    <>
      <IfMay to="records.write">
        <Button variant="outlined" color="inherit" startIcon={<FileUpload />} disabled={!page} onClick={() => setOpen(true)}>
          {t('import.open')}
        </Button>
      </IfMay>
      {isOpen && page && declared && (
        <Suspense>
          <ImportDialog
            storage={storage}
            storageName={page.storageName}
            known={page.columns}
            declared={declared}
            state={page.schema?.state}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
