import { storagePathOf } from '../../lib/storage-path.ts';
import { type AppUserInvitation, EmailOnly, type Storage } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LocalInbox } from '../../components/local-inbox.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Breakable } from '../../lib/breakable.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { useContractForm, useSave } from '../../lib/form.ts';
import { dayText } from '../../lib/time/days.ts';
import { useToast } from '../../lib/toast.ts';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';

interface InvitationsDialogProps {
  storage: Storage;
  onClose: () => void;
}

/** Invites people into a users storage by mail, and lists who has not come yet. */
export function InvitationsDialog({ storage, onClose }: InvitationsDialogProps) {
  const { list, invite, revoke } = useInvitations(storage);
  const toast = useToast();
  const form = useContractForm(EmailOnly, { email: '' });
  const { submit, failure, refused } = useSave(form, async ({ email }) => {
    await invite.mutateAsync(email);
    form.reset({ email: '' });
    toast.success(t('invitations.sent', { email }));
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const takeBack = ({ id, email }: AppUserInvitation) =>
    revoke.mutate(id, {
      onSuccess: () => toast.success(t('invitations.revoked', { email })),
      onError: (error) => toast.error(messageOf(error), error),
    });
  return (
    <FormDialog
      title={t('invitations.title', { name: storage.storageName })}
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={(event) => void submit(event)}
      error={failure}
      refused={refused}
      actions={
        <>
          <CancelButton label={t('close')} />
          <SubmitButton busy={isSubmitting}>{t('invitations.invite')}</SubmitButton>
        </>
      }
    >
      <Field
        label={t('invitations.email')}
        type="email"
        required
        help={t('invitations.help')}
        error={errors.email?.message}
        inputProps={{ autoCapitalize: 'none', autoComplete: 'off', maxLength: 254 }}
        {...form.register('email')}
      />
      <LocalInbox />
      <Loaded
        from={list}
        waiting={<LoadingBlock />}
        failed={t('invitations.failed')}
        isEmpty={(data) => data.length === 0}
        empty={<Typography color="text.secondary">{t('invitations.none')}</Typography>}
      >
        {(data) => (
          <Box sx={{ maxHeight: 320, overflowY: 'auto' }}>
            <List disablePadding aria-label={t('invitations.open')}>
              {data.map((invitation) => (
                <ListItem key={invitation.id} disableGutters sx={{ gap: 3 }}>
                  <ListItemText
                    primary={<Breakable>{invitation.email}</Breakable>}
                    secondary={t('invitations.until', { day: dayText(invitation.expiresAt) })}
                    slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
                  />
                  <Button
                    size="small"
                    variant="outlined"
                    color="inherit"
                    sx={{ flexShrink: 0 }}
                    aria-label={t('invitations.revokeOf', { email: invitation.email })}
                    onClick={() => takeBack(invitation)}
                  >
                    {t('invitations.revoke')}
                  </Button>
                </ListItem>
              ))}
            </List>
          </Box>
        )}
      </Loaded>
    </FormDialog>
  );
}

function useInvitations({ projectId, id }: Storage) {
  const client = useQueryClient();
  const path = `${storagePathOf({ projectId, storageId: id })}/invitations`;
  const queryKey = ['invitations', id];
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    list: useQuery({
      queryKey,
      queryFn: ({ signal }) => api.get<{ data: AppUserInvitation[] }>(path, { signal }),
      select: ({ data }) => data,
      staleTime: 0,
    }),
    invite: useMutation({ mutationFn: (email: string) => api.post(path, { email }), onSettled }),
    revoke: useMutation({ mutationFn: (invitation: string) => api.delete(`${path}/${encodeURIComponent(invitation)}`), onSettled }),
  };
}
