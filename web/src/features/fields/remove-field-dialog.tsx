import type { FieldUse } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { t } from '../../texts/index.ts';
import { useFieldUses } from './schema-calls.ts';
import { wordsOfUse } from './words-of-use.ts';

interface RemoveFieldDialogProps {
  storage: StorageRef;
  /** Null while nothing is asked. */
  field: string | null;
  isSaving: boolean;
  error: unknown;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks before a declaration ends, and names what uses the field. */
export function RemoveFieldDialog({ storage, field, isSaving, error, onKeep, onConfirm }: RemoveFieldDialogProps) {
  return (
    <ConfirmDialog
      open={field !== null}
      title={t('fields.removeTitle', { name: field ?? '' })}
      keep={t('fields.keep')}
      confirm={t('fields.remove')}
      busy={isSaving}
      error={error ? messageOf(error) : null}
      refused={error}
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      <Typography sx={{ mb: 4 }}>{t('fields.removeText')}</Typography>
      {field !== null && <Uses storage={storage} field={field} />}
    </ConfirmDialog>
  );
}

function Uses({ storage, field }: { storage: StorageRef; field: string }) {
  return (
    <Loaded from={useFieldUses(storage, field)} waiting={<LoadingBlock height={64} />} failed={t('fields.usesFailed')}>
      {(uses) => <UseList uses={uses} />}
    </Loaded>
  );
}

function UseList({ uses }: { uses: readonly FieldUse[] }) {
  if (uses.length === 0) return <Typography color="textSecondary">{t('fields.usesNone')}</Typography>;
  return (
    <>
      <Typography>{t('fields.usesAbout')}</Typography>
      <Box component="ul" aria-label={t('fields.uses')} sx={{ m: 0, mt: 2, pl: 5, overflowWrap: 'anywhere' }}>
        {uses.map((use) => (
          <li key={JSON.stringify(use)}>{wordsOfUse(use)}</li>
        ))}
      </Box>
    </>
  );
}
