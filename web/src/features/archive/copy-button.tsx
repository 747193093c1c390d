import Download from '@mui/icons-material/Download';
import { DownloadButton, useDownload } from '../../components/download-button.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import type { Wanted } from './make-copy.ts';

/** Saves a copy of everything in a project or the account. */
export function CopyButton({ wanted }: { wanted: Wanted }) {
  return (
    <IfMay to="records.export">
      <DownloadButton {...fileOf(wanted)}>{t('copy.make')}</DownloadButton>
    </IfMay>
  );
}

/** Saves a copy of everything in the storage or project of a row. */
export function CopyAction({ wanted, name }: { wanted: Wanted; name: string }) {
  const copy = useDownload(fileOf(wanted));
  return (
    <IfMay to="records.export">
      <RowAction
        text={t('copy.make')}
        name={t('copy.makeNamed', { name })}
        icon={<Download fontSize="inherit" />}
        busy={copy.isPending}
        onClick={copy.mutate}
      />
    </IfMay>
  );
}

function fileOf(wanted: Wanted) {
  return {
    fetchFile: async () => (await import('./make-copy.ts')).makeCopy(wanted),
    failed: (error: unknown) => messageOf(error, t('copy.failed'), t('copy.failed')),
  };
}
