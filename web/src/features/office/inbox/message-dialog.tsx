import type { InboxMessage } from '@bedplate/contract';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { format } from 'date-fns';
import { type ReactNode, useId } from 'react';
import { Breakable } from '../../../lib/breakable.tsx';
import { relativeTime } from '../../../lib/time.ts';
import { mayLeave } from '../../../lib/leaving.ts';
import { t } from '../../../texts/index.ts';
import { AttachmentGrid } from './attachment-grid.tsx';
import { MessageHandling } from './message-handling.tsx';
import { ReplyForm } from './reply-form.tsx';

/** One message whole, its pictures, and the answer to it. */
export function MessageDialog({ message, onClose }: { message: InboxMessage; onClose: () => void }) {
  const titleId = useId();
  const close = async () => (await mayLeave()) && onClose();
  const isFeedback = message.type === 'feedback';
  return (
    <Dialog open onClose={() => void close()} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ pr: 14 }}>
        {t(isFeedback ? 'inbox.detailFeedback' : 'inbox.detailContact')}
      </DialogTitle>
      <IconButton aria-label={t('close')} onClick={() => void close()} sx={{ position: 'absolute', top: 12, right: 12 }}>
        <Close fontSize="small" />
      </IconButton>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', columnGap: 4, rowGap: 1.5 }}>
          <Fact name={t('inbox.fromName')}>{message.fullName}</Fact>
          <Fact name={t('email')}>
            <Link href={`mailto:${encodeURIComponent(message.email)}`}>
              <Breakable>{message.email}</Breakable>
            </Link>
          </Fact>
          {message.subject && <Fact name={t('inbox.subject')}>{message.subject}</Fact>}
          <Fact name={t('office.date')}>
            {weekdayAndTime(message.createdAt)} ({relativeTime(message.createdAt)})
          </Fact>
        </Box>
        <Typed>{message.message}</Typed>
        {isFeedback && message.images && message.images.length > 0 && <AttachmentGrid images={message.images} />}
        {message.replies.length > 0 && (
          <Box>
            <Typography variant="h3">{t('inbox.replies')}</Typography>
            {message.replies.map(({ text, by, at }) => (
              <Box key={at} sx={{ mt: 2, pl: 3, borderLeft: 2, borderColor: 'divider' }}>
                <Typography variant="caption" color="textSecondary">
                  {by}, {relativeTime(at)}
                </Typography>
                <Typed>{text}</Typed>
              </Box>
            ))}
          </Box>
        )}
        <ReplyForm message={message} onSent={onClose} />
        <MessageHandling message={message} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

/** A text as it was typed; Arabic and Hebrew run from the right. */
function Typed({ children }: { children: string }) {
  return (
    <Typography dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" dir="auto" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}

function weekdayAndTime(iso: string): string {
  const language = document.documentElement.lang;
  if (language === 'zh') return new Date(iso).toLocaleString(language, { dateStyle: 'full', timeStyle: 'short' });
  return format(new Date(iso), 'EEE, MMM d, yyyy h:mm a');
}
