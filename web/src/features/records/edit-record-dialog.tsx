import { type DataRecord, isEditableField, messages } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { ownValue } from '../../lib/own-value.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { type StorageRef, useSaveRecord } from './record-queries.ts';

/** Longer values get a text area. */
const oneLine = 60;

interface EditRecordDialogProps {
  storage: StorageRef;
  record: DataRecord;
  columns: readonly string[];
  onClose: () => void;
}

/** A text for each editable field. No rule is applied here: the server gives texts back the type they had. */
export function EditRecordDialog({ storage, record, columns, onClose }: EditRecordDialogProps) {
  const names = columns.filter(isEditableField);
  const [texts, setTexts] = useState(() => Object.fromEntries(names.map((name) => [name, textOf(ownValue(record, name))])));
  const [long] = useState(() => new Set(names.filter((name) => needsArea(textOf(ownValue(record, name))))));
  const toast = useToast();
  const save = useSaveRecord(storage);
  const submit = () =>
    save.mutate(
      { ...withValues(record), ...texts },
      {
        onSuccess() {
          toast.success(messages.recordUpdatedToast);
          onClose();
        },
        onError: (error) => toast.error(messageOf(error, messages.recordUpdateFailed, messages.recordUpdateFailed)),
      },
    );
  return (
    <FormDialog
      open
      title={t('records.editTitle')}
      onClose={() => !save.isPending && onClose()}
      isDirty={names.some((name) => texts[name] !== textOf(ownValue(record, name)))}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={save.error ? messageOf(save.error, messages.recordUpdateFailed, messages.recordUpdateFailed) : null}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose} disabled={save.isPending}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={save.isPending} disabled={names.length === 0}>
            {t('records.save')}
          </SubmitButton>
        </>
      }
    >
      {names.length === 0 && <Typography color="text.secondary">{t('records.nothingToEdit')}</Typography>}
      {names.map((name) => (
        <Field
          key={name}
          label={name}
          value={texts[name] ?? ''}
          onChange={(event) => setTexts((before) => ({ ...before, [name]: event.target.value }))}
          {...(long.has(name) ? { multiline: true, minRows: 3, maxRows: 12 } : {})}
        />
      ))}
    </FormDialog>
  );
}

/** The table shows a field that this record lacks as null; sending it would add it. */
function withValues(record: DataRecord): { id: string } {
  return { ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)), id: record.id };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A line break would not survive a one-line field. */
function needsArea(text: string): boolean {
  return text.length > oneLine || text.includes('\n');
}
