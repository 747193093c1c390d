import type { InboxMessage } from '@bedplate/contract';
import AttachFile from '@mui/icons-material/AttachFile';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import ButtonBase from '@mui/material/ButtonBase';
import { localDateTime } from '../../../lib/time.ts';
import { t } from '../../../texts/index.ts';
import { stateText } from './inbox-filters.tsx';
import { previewOf, shortName } from './preview.ts';

/** A text that is short enough, or cut by its letters, is not cut once more by the window. */
const whole = { minWidth: 0, overflowWrap: 'anywhere' } as const;

/** The messages of a page, each a button that opens it. */
export function MessageRows({ messages, onOpen }: { messages: readonly InboxMessage[]; onOpen: (message: InboxMessage) => void }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {messages.map((message) => (
        <Box component="li" key={message.id} sx={{ borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
          <ButtonBase
            onClick={() => onOpen(message)}
            aria-label={t('inbox.open', { name: message.fullName })}
            sx={{
              width: '100%',
              display: 'grid',
              gridTemplateColumns: { xs: '88px minmax(0, 1fr) auto', md: '88px 136px minmax(0, 1fr) auto auto 84px' },
              gap: 3,
              alignItems: 'center',
              textAlign: 'left',
              px: 4,
              py: 3,
              typography: 'body2',
              fontWeight: message.isRead ? 400 : 650,
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Kind message={message} />
            <Box component="span" dir="auto" title={message.fullName} sx={whole}>
              {shortName(message.fullName)}
            </Box>
            <Box component="span" sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 2, md: 'auto' } }}>
              {message.subject && (
                <Box component="span" dir="auto" title={message.subject} sx={{ ...whole, display: 'block' }}>
                  {message.subject}
                </Box>
              )}
              <Box
                component="span"
                dir="auto"
                sx={{ display: 'block', color: 'text.secondary', fontWeight: 400, overflowWrap: 'anywhere' }}
              >
                {previewOf(message)}
              </Box>
            </Box>
            <Handling message={message} />
            <Attachments count={message.images?.length ?? 0} />
            <Box component="time" dateTime={message.createdAt} sx={{ color: 'text.secondary', fontWeight: 400, typography: 'caption' }}>
              {localDateTime(message.createdAt)}
            </Box>
          </ButtonBase>
        </Box>
      ))}
    </Box>
  );
}

function Kind({ message: { type } }: { message: InboxMessage }) {
  const isFeedback = type === 'feedback';
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isFeedback ? 'success' : 'info'}
      label={t(isFeedback ? 'inbox.badgeFeedback' : 'inbox.badgeContact')}
      sx={{ justifySelf: 'start' }}
    />
  );
}

/** The person in charge of the message, and whether it is settled. */
function Handling({ message: { assignee, state } }: { message: InboxMessage }) {
  return (
    <Box component="span" dir="auto" sx={{ ...whole, display: { xs: 'none', md: 'block' }, color: 'text.secondary', fontWeight: 400 }}>
      {[...(state === 'closed' ? [stateText(state)] : []), ...(assignee ? [assignee.name] : [])].join(t('between'))}
    </Box>
  );
}

function Attachments({ count }: { count: number }) {
  return (
    <Box
      component="span"
      title={t('inbox.attachmentCount', { count })}
      sx={{ display: { xs: 'none', md: 'inline-flex' }, alignItems: 'center', gap: 0.5, color: 'text.secondary', fontWeight: 400 }}
    >
      {count > 0 && <AttachFile sx={{ fontSize: 15 }} />}
      {count > 0 ? count : ''}
    </Box>
  );
}
