import { type AccountUser } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { withReason } from '../../lib/api/api-error.ts';
import { useReload } from '../../lib/use-reload.ts';
import { useToast } from '../../lib/toast.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import { useChangeKeys } from './account-queries.ts';
import { KeyRow } from '../../components/key-row.tsx';

export function KeysPanel({ user }: { user: AccountUser }) {
  const [asking, setAsking] = useState(false);
  const change = useChangeKeys();
  const toast = useToast();
  const reload = useReload();
  const close = () => {
    setAsking(false);
    change.reset();
  };
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        close();
        toast.success(t('message.keysChanged'));
        reload();
      },
    });
  if (!user.apiKey || !user.secretKey)
    return (
      <Panel title={t('keys.title')} about={t('keys.about')}>
        <EmptyState
          title={t('keys.none')}
          action={
            <Writes>
              <SubmitButton type="button" busy={change.isPending} onClick={confirm}>
                {t('keys.create')}
              </SubmitButton>
            </Writes>
          }
        >
          {change.error ? withReason(t('message.keysChangeFailed'), change.error) : t('keys.noneHelp')}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel title={t('keys.title')} about={t('keys.about')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <KeyRow key={user.apiKey} name={t('keys.api')} value={user.apiKey} />
        <KeyRow key={user.secretKey} name={t('keys.secret')} value={user.secretKey} />
        <Writes>
          <Button variant="outlined" color="inherit" onClick={() => setAsking(true)} sx={{ alignSelf: 'flex-start' }}>
            {t('keys.change')}
          </Button>
        </Writes>
      </Box>
      <ConfirmDialog
        open={asking}
        title={t('keys.confirmTitle')}
        keep={t('keys.keep')}
        confirm={t('keys.replace')}
        busy={change.isPending}
        error={change.error && withReason(t('message.keysChangeFailed'), change.error)}
        onKeep={close}
        onConfirm={confirm}
      >
        {t('keys.confirmText')}
      </ConfirmDialog>
    </Panel>
  );
}
