import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { type StorageRef, useDeleteRecord } from '../queries/record-queries.ts';

interface DeleteRecordDialogProps {
  storage: StorageRef;
  id: string;
  /** Says what was done and offers to take it back; undefined where that is not possible. */
  offerUndo: ((message: string) => void) | undefined;
  onClose: () => void;
}

export function DeleteRecordDialog({ storage, id, offerUndo, onClose }: DeleteRecordDialogProps) {
  const toast = useToast();
  const remove = useDeleteRecord(storage);
  const confirm = () =>
    remove.mutate(id, {
      onSuccess() {
        (offerUndo ?? toast.success)(t('message.recordDeletedToast'));
        onClose();
      },
      onError: (error) => toast.error(messageOf(error, t('message.recordDeleteFailed'), t('message.recordDeleteFailed'))),
    });
  return (
    <ConfirmDialog
      open
      title={t('records.deleteTitle')}
      keep={t('records.keep')}
      confirm={t('records.delete')}
      busy={remove.isPending}
      onKeep={onClose}
      onConfirm={confirm}
    >
      {t('records.deleteText')}
    </ConfirmDialog>
  );
}
