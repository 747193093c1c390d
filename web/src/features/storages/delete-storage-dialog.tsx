import { type Storage } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useDeleteStorage } from './storage-queries.ts';

interface DeleteStorageDialogProps {
  storage: Storage;
  onKeep: () => void;
  onDeleted: () => void;
}

export function DeleteStorageDialog({ storage, onKeep, onDeleted }: DeleteStorageDialogProps) {
  const remove = useDeleteStorage(storage.projectId);
  const toast = useToast();
  const confirm = () =>
    remove.mutate(storage.id, {
      onSuccess: () => {
        toast.success(t('message.storageDeleted'));
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      open
      title={t('storage.deleteTitle')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={remove.isPending}
      error={remove.error && messageOf(remove.error, t('message.storageDeleteFailed'), t('message.storageDeleteFailed'))}
      refused={remove.error}
      onKeep={onKeep}
      onConfirm={confirm}
    >
      <Typography>{t('storage.deleteQuestion')}</Typography>
      <Typography sx={{ fontWeight: 600, mt: 2 }}>{storage.storageName}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        {t('storage.deleteText')}
      </Typography>
    </ConfirmDialog>
  );
}
