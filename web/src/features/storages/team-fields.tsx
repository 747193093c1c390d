import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { lazy, Suspense, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { SwitchField } from '../../components/form/switch-field.tsx';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';
import { NamesField } from './names-field.tsx';
import type { StorageForm } from './storage-fields.tsx';

const TeamsDialog = lazy(async () => ({ default: (await import('./teams-dialog.tsx')).TeamsDialog }));

/** Whether users form teams, with which roles, and the way to those of now. */
export function TeamFields({ form, storage }: { form: StorageForm; storage: { id: string; projectId: string; storageName: string } }) {
  const [isShown, setShown] = useState(false);
  const isOn = useWatch({ control: form.control, name: 'signIn.teams' }) ?? false;
  return (
    <>
      <Controller
        control={form.control}
        name="signIn.teams"
        render={({ field: { value, onChange } }) => (
          <Box>
            <SwitchField label={t('teams.on')} checked={value ?? false} onChange={onChange} />
            <FormHelperText sx={{ mx: 0 }}>{t('teams.onHelp')}</FormHelperText>
          </Box>
        )}
      />
      {isOn && (
        <Controller
          control={form.control}
          name="signIn.teamRoles"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <NamesField
              label={t('teams.roles')}
              placeholder="editor"
              help={t('teams.rolesHelp')}
              error={error ? (error.message ?? t('teams.badRoles')) : undefined}
              names={value ?? []}
              onChange={onChange}
            />
          )}
        />
      )}
      {isOn && (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setShown(true)}>
          {t('teams.open')}
        </Button>
      )}
      {isShown && (
        <Suspense fallback={null}>
          <TeamsDialog storage={storage} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}
