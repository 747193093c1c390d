import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { publicConfig } from '../../lib/platform/public-config.ts';
import { t } from '../../texts/index.ts';

/** Leads to the inbox that takes all mails of a copy on one machine. In production it is nothing: people have inboxes of their own. */
export function LocalInboxLink() {
  const [inbox, setInbox] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    publicConfig().then(
      ({ emulators }) => left || setInbox(emulators?.inbox ?? null),
      (cause: unknown) => console.warn('The settings of the platform could not be read.', cause),
    );
    return () => {
      left = true;
    };
  }, []);
  if (inbox === null) return null;
  return (
    <Link href={inbox} target="_blank" rel="noopener" sx={{ alignSelf: 'flex-start' }}>
      {t('verification.localInbox')}
    </Link>
  );
}
