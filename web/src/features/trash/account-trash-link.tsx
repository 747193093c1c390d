import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/trash.ts';

/** Leads to the trash of the whole account. */
export function AccountTrashLink() {
  return (
    <Button component={RouterLink} to={paths.trash()} variant="outlined" color="inherit">
      {t('trash.ofAccount')}
    </Button>
  );
}
