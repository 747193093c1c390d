import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { t } from '../texts/index.ts';

/** Where a project without a storage begins. */
export function ToStorages({ projectId }: { projectId: string }) {
  return (
    <Button component={Link} to={paths.dataStorage(projectId)} variant="outlined" color="inherit">
      {t('next.storages')}
    </Button>
  );
}
