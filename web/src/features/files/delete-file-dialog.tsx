import { type StorageFile } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { type FolderRef, useDeleteFile } from './file-queries.ts';

interface DeleteFileDialogProps {
  folder: FolderRef;
  storageId: string;
  file: StorageFile;
  onClose: () => void;
}

/** Deletes a file with its record, after a warning. */
export function DeleteFileDialog({ folder, storageId, file, onClose }: DeleteFileDialogProps) {
  const remove = useDeleteFile(folder, storageId);
  const toast = useToast();
  return (
    <ConfirmDialog
      open
      title={t('files.deleteTitle')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={remove.isPending}
      error={remove.error && messageOf(remove.error, t('message.recordDeleteFailed'), t('message.recordDeleteFailed'))}
      onKeep={onClose}
      onConfirm={() =>
        remove.mutate(file.recordId, {
          onSuccess: () => {
            toast.success(t('message.recordDeletedToast'));
            onClose();
          },
        })
      }
    >
      <Typography>{t('files.deleteText')}</Typography>
      <Typography sx={{ fontWeight: 600, mt: 2, overflowWrap: 'anywhere' }}>{file.name}</Typography>
    </ConfirmDialog>
  );
}
