import { type PlatformSettings, Reason } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Field } from '../../../components/form/field.tsx';
import { RecordFormDialog } from '../../../components/form/record-form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form.ts';
import { t } from '../../../texts/index.ts';
import { differencesOf, type PlatformDraft } from './platform-draft.ts';
import { useChangePlatform } from './platform-queries.ts';

interface ReviewDialogProps {
  stored: PlatformSettings;
  wanted: PlatformDraft;
  /** Given at an earlier try. */
  reason: string;
  onClose: () => void;
  onSaved: (settings: PlatformSettings) => void;
  /** Another person has changed the settings: shows the present ones. @param reason as it is typed */
  onLookAgain: (reason: string) => void;
}

/** The last step: it lists each change with its consequence and asks for a reason. */
export function ReviewDialog({ stored, wanted, reason, onClose, onSaved, onLookAgain }: ReviewDialogProps) {
  const form = useContractForm(Reason, { reason });
  const save = useChangePlatform();
  const isConflict = save.error instanceof ApiError && save.error.code === 'conflict';
  return (
    <RecordFormDialog
      form={form}
      title={t('operations.confirmTitle')}
      submit={
        isConflict ? (
          <Button variant="contained" onClick={() => onLookAgain(form.getValues('reason'))}>
            {t('operations.readAgain')}
          </Button>
        ) : (
          <SubmitButton busy={save.isPending} color="error">
            {t('operations.apply')}
          </SubmitButton>
        )
      }
      save={async ({ reason: given }) => {
        const { switches, maintenance } = wanted;
        onSaved(await save.mutateAsync({ switches, maintenance, reason: given, expectedUpdatedAt: stored.updatedAt }));
        return t('operations.saved');
      }}
      spellings={null}
      onClose={onClose}
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
    </RecordFormDialog>
  );
}
