import { type StorageFile } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
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
  return (
    <ConfirmDialog
      open
      title={t('files.deleteTitle')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={false}
      onKeep={onClose}
      onConfirm={() => {
        remove(file.recordId);
        onClose();
      }}
    >
      <Typography>{t('files.deleteText')}</Typography>
      <Typography dir="auto" sx={{ fontWeight: 600, mt: 2, overflowWrap: 'anywhere' }}>
        {file.name}
      </Typography>
    </ConfirmDialog>
  );
}
