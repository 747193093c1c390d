import type { InboxMessage, MessageChange } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { Refusal } from '../../../components/form/refusal.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../texts/index.ts';
import { useChangeMessage, useStaff } from './inbox-queries.ts';

/** The person in charge of a message, whether it is settled, and whether it counts as read. */
export function MessageHandling({ message, onClose }: { message: InboxMessage; onClose: () => void }) {
  const staff = useStaff();
  const change = useChangeMessage();
  const set = (wanted: MessageChange, onSuccess?: () => void) =>
    change.mutate({ message, change: wanted }, { onSuccess: () => onSuccess?.() });
  const { assignee, state } = message;
  // Someone who has left the staff still looks after it, until it is given away.
  const others = (staff.data ?? []).filter(({ id }) => id !== assignee?.id);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {change.isError && (
        <Refusal error={change.error}>{messageOf(change.error, t('inbox.changeFailed'), t('inbox.changeFailed'))}</Refusal>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-end' }}>
        <Box sx={{ width: 200 }}>
          <ChoiceField
            label={t('inbox.assignee')}
            none={t('inbox.nobody')}
            value={assignee?.id ?? ''}
            options={[...(assignee ? [assignee] : []), ...others].map(({ id, name }) => ({ value: id, text: name }))}
            onChange={(assigneeId) => set({ assigneeId: assigneeId || null })}
          />
        </Box>
        <SubmitButton
          type="button"
          variant="outlined"
          color="inherit"
          busy={false}
          disabled={change.isPending}
          onClick={() => set({ state: state === 'open' ? 'closed' : 'open' }, state === 'open' ? onClose : undefined)}
        >
          {t(state === 'open' ? 'inbox.close' : 'inbox.reopen')}
        </SubmitButton>
        <SubmitButton
          type="button"
          variant="text"
          color="inherit"
          busy={false}
          disabled={change.isPending}
          onClick={() => set({ isRead: false }, onClose)}
        >
          {t('inbox.markUnread')}
        </SubmitButton>
      </Box>
    </Box>
  );
}
