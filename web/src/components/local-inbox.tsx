import Link from '@mui/material/Link';
import { useEffect, useState } from 'react';
import { publicConfig } from '../lib/platform/public-config.ts';
import { t } from '../texts/index.ts';

/** Stands beside words about a mail: a copy on one machine sends none, and its inbox has it. In production there is none to open. */
export function LocalInbox() {
  const [inbox, setInbox] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    publicConfig().then(
      ({ emulators }) => left || setInbox(emulators?.inbox ?? null),
      (cause: unknown) => console.warn('Where mails arrive is not known.', cause),
    );
    return () => {
      left = true;
    };
  }, []);
  if (inbox === null) return null;
  return (
    <Link href={`http://${inbox}`} target="_blank" rel="noopener" variant="body2" sx={{ alignSelf: 'flex-start' }}>
      {t('localInbox')}
    </Link>
  );
}
