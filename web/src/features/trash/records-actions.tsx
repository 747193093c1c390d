import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import Restore from '@mui/icons-material/Restore';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { openDialog } from '../../components/page-dialogs.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { localNumber } from '../../lib/local-number.ts';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import { type NamedStorage, useWorkTrash } from './work-trash.ts';

interface RecordsActionsProps {
  storage: NamedStorage;
  /** As the row says it: "12", or "1,000 or more". */
  count: string;
}

/** Brings the deleted records of a storage back, or deletes them for good after a question. */
export function RecordsActions({ storage, count }: RecordsActionsProps) {
  return (
    <IfMay to="records.write">
      <RestoreButton storage={storage} />
      <RowAction
        text={t('archive.delete')}
        name={t('trash.purgeNamed', { name: storage.name })}
        icon={<DeleteForever fontSize="inherit" />}
        onClick={() => openDialog((onClose) => <PurgeDialog storage={storage} count={count} onClose={onClose} />)}
      />
    </IfMay>
  );
}

/** Restores without a question, since nothing can be lost. */
function RestoreButton({ storage }: { storage: NamedStorage }) {
  const { work, done } = useWorkTrash(storage);
  return (
    <SubmitButton
      type="button"
      size="small"
      variant="outlined"
      color="inherit"
      startIcon={<Restore />}
      busy={work.isPending}
      loadingPosition="start"
      aria-label={t('trash.restoreNamed', { name: storage.name })}
      onClick={() => work.mutate('restore')}
    >
      {work.isPending && done > 0 ? t('trash.doneSoFar', { count: localNumber(done) }) : t('trash.restore')}
    </SubmitButton>
  );
}

function PurgeDialog({ storage, count, onClose }: RecordsActionsProps & { onClose: () => void }) {
  const { work, done } = useWorkTrash(storage);
  return (
    <ConfirmDialog
      open
      title={t('trash.purgeTitle', { name: storage.name })}
      keep={t('trash.keep')}
      confirm={t('archive.delete')}
      busy={work.isPending}
      error={work.error && messageOf(work.error, t('trash.workFailed'))}
      refused={work.error}
      onKeep={onClose}
      onConfirm={() => work.mutate('purge', { onSuccess: onClose })}
    >
      <Typography>{t('trash.purgeText', { count })}</Typography>
      {done > 0 && (
        <Typography component="output" variant="body2" color="textSecondary" sx={{ display: 'block', mt: 2 }}>
          {t('trash.doneSoFar', { count: localNumber(done) })}
        </Typography>
      )}
    </ConfirmDialog>
  );
}
