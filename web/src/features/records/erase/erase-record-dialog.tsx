import type { DataRecord } from '@bedplate/contract';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { NamedRecord } from '../columns/named-record.tsx';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { useEraseRecord, useHoldsUsers } from './erase-query.ts';

interface EraseRecordDialogProps {
  storage: StorageRef;
  record: DataRecord;
  onKeep: () => void;
  onErased: () => void;
}

/** Asks before a record is erased for good, with every trace of it. */
export function EraseRecordDialog({ storage, record, onKeep, onErased }: EraseRecordDialogProps) {
  const toast = useToast();
  const erase = useEraseRecord(storage);
  const holdsUsers = useHoldsUsers(storage);
  const [withOwn, setWithOwn] = useState(false);
  const confirm = () =>
    erase.mutate(
      { id: record.id, withOwn },
      {
        onSuccess: ({ data: { isDone } }) => {
          toast.success(t(isDone ? 'erase.done' : 'erase.goesOn'));
          onErased();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('erase.title')}
      keep={t('records.keep')}
      confirm={t('erase.confirm')}
      busy={erase.isPending}
      error={erase.error && messageOf(erase.error, t('erase.failed'), t('erase.failed'))}
      refused={erase.error}
      onKeep={onKeep}
      onConfirm={confirm}
    >
      <Typography sx={{ mb: 2 }}>{t('erase.about')}</Typography>
      <NamedRecord record={record} />
      {holdsUsers && (
        <FormControlLabel
          sx={{ mt: 2 }}
          control={<Checkbox checked={withOwn} onChange={(_, isChecked) => setWithOwn(isChecked)} />}
          label={t('erase.withOwn')}
        />
      )}
    </ConfirmDialog>
  );
}
