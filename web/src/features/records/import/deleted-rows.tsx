import Alert from '@mui/material/Alert';
import { t } from '../../../texts/index.ts';

/** Says how many records lay in the trash where the file was made: an import makes them live. */
export function DeletedRows({ count }: { count: number }) {
  return count > 0 && <Alert severity="warning">{t('import.deletedRows', { count })}</Alert>;
}
