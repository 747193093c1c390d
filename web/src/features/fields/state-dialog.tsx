import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { CountedFaultList } from './counted-fault-list.tsx';
import type { Repairs } from './fault-list.tsx';
import type { useSchemaCheck } from './schema-calls.ts';

interface StateDialogProps {
  storage: StorageRef;
  state: 'warn' | 'enforce';
  check: ReturnType<typeof useSchemaCheck>;
  repairs: Repairs;
  isRepairing: boolean;
  isSaving: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows, before a storage becomes stricter, which stored records do not fit. */
export function StateDialog({ storage, state, check, repairs, isRepairing, isSaving, error, onConfirm, onClose }: StateDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={isSaving ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t(`fields.to.${state}`)}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Typography>{t(`fields.to.${state}.about`)}</Typography>
        <CountedFaultList storage={storage} check={check} repairs={repairs}>
          <Alert severity="warning">{t('fields.oldStay')}</Alert>
        </CountedFaultList>
        {isRepairing && (
          <Box component="output">
            <Typography variant="body2" color="textSecondary">
              {t('fields.repairing')}
            </Typography>
            <LinearProgress aria-label={t('fields.repairing')} sx={{ mt: 2, borderRadius: 1 }} />
          </Box>
        )}
        {error !== null && <Refusal error={error} />}
      </DialogContent>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus anyway; it belongs on the safe choice */}
        <Button variant="outlined" color="inherit" onClick={onClose} disabled={isSaving} autoFocus>
          {t('cancel')}
        </Button>
        <SubmitButton type="button" busy={isSaving} disabled={check.isPending || isRepairing} onClick={onConfirm}>
          {t(`fields.to.${state}.confirm`)}
        </SubmitButton>
      </DialogActions>
    </Dialog>
  );
}
