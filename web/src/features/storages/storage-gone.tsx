import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import { ToStorages } from '../../components/to-storages.tsx';

/**
 * In the place of a storage that is archived, or was never there: the way to where it can be
 * brought back.
 */
export function StorageGone({ projectId }: { projectId: string }) {
  const may = useMay();
  const toArchive = (
    <Button component={Link} to={paths.archivedStorage(projectId)} variant="contained">
      {t('storage.toArchive')}
    </Button>
  );
  return (
    <EmptyState title={t('storage.gone')} action={may('storages.archived') ? toArchive : <ToStorages projectId={projectId} />}>
      {t(may('storages.archived') ? 'storage.goneText' : 'storage.goneMember')}
    </EmptyState>
  );
}
