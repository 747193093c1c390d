import Typography from '@mui/material/Typography';
import { t } from '../../../texts/index.ts';

/** Says how many rows had nothing in any column, and are no records. */
export function BlankRows({ count }: { count: number }) {
  return count > 0 && <Typography color="textSecondary">{t('import.blankRows', { count })}</Typography>;
}
