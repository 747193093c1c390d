import Link from '@mui/material/Link';
import { logPathOf } from '../../lib/navigation/log-path.ts';
import { t } from '../../texts/index.ts';

/** Leads from a refused call to its line in the project's request log; shows nothing for a call that has none. */
export function LogLink({ error }: { error: unknown }) {
  const path = logPathOf(error);
  if (path === null) return null;
  // Apart, since what was refused often still stands in a form.
  return (
    <Link href={path} target="_blank" rel="noopener" color="inherit" sx={{ whiteSpace: 'nowrap', alignSelf: 'flex-start' }}>
      {t('toast.log')}
    </Link>
  );
}
