import { isProjectBound, type UserChange, type UserRow } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { FormMessage } from '../../components/form/form-message.tsx';
import { Panel } from '../../components/panel.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { changedFields } from '../../lib/changed-fields.ts';
import { useContractForm, useSave } from '../../lib/form.ts';
import { useToast } from '../../lib/toast.ts';
import { Writes } from '../../lib/writes.tsx';
import { answerOf, t } from '../../texts/index.ts';
import { AccountFields } from '../account/account-fields.tsx';
import { KnownMember, type MemberValues, NewMember, valuesOf } from './member-schema.ts';
import { RightsFields } from './rights-fields.tsx';
import { useAddUser, useUpdateUser } from './user-queries.ts';

interface MemberFormProps {
  /** The user to change; null adds one. */
  user: UserRow | null;
  onDone: () => void;
}

/** The form of /register with the rights that only an admin gives; of a known user only these can be changed. */
export function MemberForm({ user, onDone }: MemberFormProps) {
  const form = useContractForm<MemberValues, MemberValues>(user ? KnownMember : NewMember, valuesOf(user));
  const { setFocus } = form;
  const isKnown = user !== null;
  // Scrolls to the form above the table, which is not visible from a lower row.
  useEffect(() => {
    if (isKnown) setFocus('role');
  }, [isKnown, setFocus]);
  const add = useAddUser();
  const update = useUpdateUser(user?.id ?? '');
  const toast = useToast();
  const { submit, failure } = useSave(form, async (values) => {
    const { role, is_active } = values as Pick<MemberValues, 'is_active'> & { role: 'admin' }; // one of the select's options
    const projectId = (isProjectBound(role) && values.projectId) || null;
    const answer = user
      ? await update.mutateAsync(changeOf(user, { role, is_active, projectId }))
      : await add.mutateAsync({ ...values, role, projectId });
    const added = values.password ? 'message.userInvited' : 'message.userAdded';
    toast.success(answerOf(user ? 'message.userUpdated' : added, answer));
    onDone();
  });
  return (
    <Panel title={user ? t('users.edit', { name: user.name }) : t('users.create')}>
      <Box component="form" noValidate autoComplete="off" onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <FormMessage failure={failure} />
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            alignItems: 'start',
          }}
        >
          <AccountFields form={form} disabled={isKnown} passwordHelp={isKnown ? '' : t('users.passwordHelp')} />
          <RightsFields form={form} />
        </Box>
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Writes>
            <SubmitButton busy={form.formState.isSubmitting}>{t(user ? 'users.save' : 'users.add')}</SubmitButton>
          </Writes>
          <Button variant="outlined" color="inherit" onClick={onDone}>
            {t('users.cancel')}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}

/** Sends what this form has changed alone: of two admins with one member open, the change of each stands. */
function changeOf(user: UserRow, sent: Required<UserChange>): UserChange {
  return Object.fromEntries(changedFields(user, sent).map((name) => [name, sent[name]]));
}
