import type { AppMailTrial } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { LocalInbox } from '../../components/local-inbox.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useToast } from '../../lib/toast.ts';
import '../../texts/app-mails.ts';
import { t } from '../../texts/index.ts';
import { MailFrame } from './mail-frame.tsx';
import { useMailPreview, useTestMail } from './mail-queries.ts';

const pause = 400;

/** A mail as its readers see it, also before it is saved, and the way to send it to oneself. */
export function MailPreview({ storage, trial }: { storage: StorageRef; trial: AppMailTrial }) {
  const { data, error } = useMailPreview(storage, useDebounced(trial, pause));
  const send = useTestMail(storage);
  const toast = useToast();
  const test = () =>
    send.mutate(trial, {
      onSuccess: ({ address }) => toast.success(t('appMails.tested', { address })),
      onError: (cause) => toast.error(messageOf(cause), cause),
    });
  return (
    <Box component="section" aria-label={t('appMails.preview')} sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
      {error && <Refusal error={error}>{t('appMails.previewFailed', { reason: messageOf(error) })}</Refusal>}
      {data ? (
        <>
          <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{data.subject}</Typography>
          <MailFrame html={data.html} />
        </>
      ) : (
        !error && <LoadingBlock height={520} />
      )}
      <Button variant="outlined" color="inherit" sx={{ justifySelf: 'start' }} disabled={send.isPending} onClick={test}>
        {t('appMails.test')}
      </Button>
      {send.isSuccess && <LocalInbox />}
    </Box>
  );
}
