import { DownloadButton } from '../../components/download-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import type { Wanted } from './make-copy.ts';

/** Saves a copy of everything in a storage, a project or the account. @param name of one thing among others */
export function CopyButton({ wanted, name }: { wanted: Wanted; name?: string }) {
  return (
    <IfMay to="records.export">
      <DownloadButton
        {...(name === undefined ? {} : { size: 'small', label: t('copy.makeNamed', { name }) })}
        fetchFile={async () => (await import('./make-copy.ts')).makeCopy(wanted)}
        failed={(error) => messageOf(error, t('copy.failed'), t('copy.failed'))}
      >
        {t('copy.make')}
      </DownloadButton>
    </IfMay>
  );
}
