import type { DataRecord } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/record-questions.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { useDeleteRecord } from '../queries/save-record.ts';
import { NamedRecord } from '../columns/named-record.tsx';
import { WhatFollows } from './what-follows.tsx';

interface DeleteRecordDialogProps {
  storage: StorageRef;
  record: DataRecord;
  referredBy: RecordPage['referredBy'];
  /** Says what was done and offers to take it back. */
  onDeleted: (message: string) => void;
  /** Deletes it where no trash keeps it; null where one does. */
  removeForGood: (() => void) | null;
  onClose: () => void;
}

export function DeleteRecordDialog({ storage, record, referredBy, onDeleted, removeForGood, onClose }: DeleteRecordDialogProps) {
  const toast = useToast();
  const remove = useDeleteRecord(storage);
  const confirm = () => {
    if (removeForGood) {
      removeForGood();
      return onClose();
    }
    remove.mutate(record.id, {
      onSuccess() {
        onDeleted(t('message.recordDeletedToast'));
        onClose();
      },
      onError: (error) => toast.error(messageOf(error, t('message.recordDeleteFailed'), t('message.recordDeleteFailed')), error),
    });
  };
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
      <Typography sx={{ mb: 2 }}>{t('records.deleteText')}</Typography>
      <NamedRecord record={record} />
      <WhatFollows referredBy={referredBy} />
      {removeForGood && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          {t('records.goneForGood')}
        </Typography>
      )}
    </ConfirmDialog>
  );
}
