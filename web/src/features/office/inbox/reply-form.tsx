import { type InboxMessage, officeLimits } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { type FormEvent, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { LocalInbox } from '../../../components/local-inbox.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { Refusal } from '../../../components/form/refusal.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { freshKey } from '../../../lib/fresh-key.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../texts/index.ts';
import { useReply } from './inbox-queries.ts';

/** Answers the writer by mail. */
export function ReplyForm({ message, onSent }: { message: InboxMessage; onSent: () => void }) {
  const [text, setText] = useState('');
  const [key, setKey] = useState(() => freshKey());
  const reply = useReply(message, key);
  useUnsaved({ isUnsaved: () => text.trim() !== '' && !reply.isSuccess, name: t('inbox.reply') });
  const toast = useToast();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    reply.mutate(text, {
      onSuccess: () => {
        toast.success(t('message.replySent'));
        setKey(freshKey());
        onSent();
      },
    });
  };
  /** Another text after a failure is another answer. */
  function change(next: string) {
    setText(next);
    if (reply.isError) setKey(freshKey());
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}>
      {reply.isError && <Refusal error={reply.error}>{messageOf(reply.error, t('inbox.replyFailed'))}</Refusal>}
      <Field
        label={t('inbox.reply')}
        required
        multiline
        minRows={3}
        maxRows={10}
        value={text}
        onChange={(event) => change(event.target.value)}
        inputProps={{ maxLength: officeLimits.reply }}
      />
      <SubmitButton busy={reply.isPending} disabled={text.trim() === ''}>
        {t('inbox.send')}
      </SubmitButton>
      <LocalInbox />
    </Box>
  );
}
