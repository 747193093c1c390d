import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { t } from '../../../texts/index.ts';
import { useDataView } from '../state/data-view-store.tsx';

/** Opens the form for a new record. @param isReady whether the fields of the storage are known */
export function AddRecordButton({ isReady = true }: { isReady?: boolean }) {
  const openDialog = useDataView((state) => state.openDialog);
  return (
    <Button variant="contained" startIcon={<Add />} disabled={!isReady} onClick={() => openDialog({ kind: 'add' })}>
      {t('records.add')}
    </Button>
  );
}
