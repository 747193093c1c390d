import { type PlatformSettings, Reason } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Field } from '../../../components/form/field.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { differencesOf, type PlatformDraft } from './platform-draft.ts';
import { useChangePlatform } from './platform-queries.ts';

interface ReviewDialogProps {
  stored: PlatformSettings;
  wanted: PlatformDraft;
  onClose: () => void;
  onSaved: (settings: PlatformSettings) => void;
  /** Somebody was faster: drops what is wanted and shows what holds. */
  onLookAgain: () => void;
}

/** The last step: what changes for whom, and why. */
export function ReviewDialog({ stored, wanted, onClose, onSaved, onLookAgain }: ReviewDialogProps) {
  const form = useContractForm(Reason, { reason: '' });
  const save = useChangePlatform();
  const toast = useToast();
  const submit = form.handleSubmit(({ reason }) => {
    const change = { switches: wanted.switches, maintenance: wanted.maintenance, reason, expectedUpdatedAt: stored.updatedAt };
    save.mutate(change, {
      onSuccess: (settings) => {
        toast.success(t('operations.saved'));
        onSaved(settings);
      },
    });
  });
  const isConflict = save.error instanceof ApiError && save.error.code === 'conflict';
  return (
    <FormDialog
      open
      title={t('operations.confirmTitle')}
      error={save.error && messageOf(save.error)}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          {isConflict ? (
            <Button variant="contained" onClick={onLookAgain}>
              {t('operations.readAgain')}
            </Button>
          ) : (
            <SubmitButton busy={save.isPending} color="error">
              {t('operations.apply')}
            </SubmitButton>
          )}
        </>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {differencesOf(stored, wanted).map(({ what, consequence }) => (
          <li key={what}>
            <Typography sx={{ fontWeight: 550 }}>{what}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {consequence}
            </Typography>
          </li>
        ))}
      </Box>
      <Field label={t('operations.reason')} required error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
}
