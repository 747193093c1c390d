import { type DataRecord, isEditableField } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { omit } from 'es-toolkit';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { isConflict, messageOf } from '../../../lib/api/api-error.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { shownRecord, type StorageRef, useSaveRecord } from '../queries/record-queries.ts';
import { NamedRecord } from './named-record.tsx';
import { ValueField } from './value-field.tsx';

/** A record that an app changes all the time is saved as soon as two of its changes leave room. */
const attempts = 4;
/** Characters of somebody else's value that are shown below one's own. */
const longest = 300;

interface EditRecordDialogProps {
  storage: StorageRef;
  record: DataRecord;
  columns: readonly string[];
  onClose: () => void;
}

/**
 * Shows a text for each editable field; the server converts texts back to their types. Another
 * person's change is never overwritten unseen. In other fields both changes are kept. In the same
 * field, the form loads the record's new values into untouched fields, and the next Save uses them.
 */
export function EditRecordDialog({ storage, record, columns, onClose }: EditRecordDialogProps) {
  const names = columns.filter(isEditableField);
  const [seen, setSeen] = useState(record);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const originals = useMemo(() => textsOf(record), [record]);
  const [conflict, setConflict] = useState<'records.editConflict' | 'records.editAway' | null>(null);
  const client = useQueryClient();
  const toast = useToast();
  const save = useSaveRecord(storage);
  // Once for a record, not at each key: a value may be as long as a book.
  const seenTexts = useMemo(() => textsOf(seen), [seen]);
  const seenText = (name: string) => ownValue(seenTexts, name) ?? '';
  const textIn = (name: string) => ownValue(typed, name) ?? seenText(name);
  const isChanged = (name: string) => textIn(name) !== seenText(name);
  /** Somebody else has given the field another value, and so has this form. */
  const clashes = (name: string) => isChanged(name) && seenText(name) !== (ownValue(originals, name) ?? '');
  const failure = (error: unknown) => messageOf(error, t('message.recordUpdateFailed'), t('message.recordUpdateFailed'));
  const isTheirs = (present: DataRecord, name: string) => textOf(ownValue(present, name)) !== seenText(name);
  const startAnew = (attempt: number) => {
    const present = shownRecord(client, storage, record.id);
    setConflict(present ? 'records.editConflict' : 'records.editAway');
    if (!present) return;
    const changed = names.filter(isChanged);
    setTyped(Object.fromEntries(changed.map((name) => [name, textIn(name)])));
    setSeen(present);
    // The other change is in other fields: both are kept.
    if (attempt < attempts && !changed.some((name) => isTheirs(present, name))) submit(present, attempt + 1);
  };
  const submit = (base: DataRecord, attempt = 1) => {
    const texts = names.map((name) => [name, isChanged(name) ? textIn(name) : textOf(ownValue(base, name))]);
    save.mutate(
      { row: { ...withValues(base), ...Object.fromEntries(texts) }, ifUpdatedAt: base.updatedAt },
      {
        onSuccess() {
          toast.success(t('message.recordUpdatedToast'));
          onClose();
        },
        onError: (error) => (isConflict(error) ? startAnew(attempt) : toast.error(failure(error))),
      },
    );
  };
  const refusal = isConflict(save.error) ? conflict && t(conflict) : save.error && failure(save.error);
  return (
    <FormDialog
      title={t('records.editTitle')}
      onClose={() => !save.isPending && onClose()}
      isDirty={names.some(isChanged)}
      onSubmit={(event) => {
        event.preventDefault();
        submit(seen);
      }}
      error={refusal}
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
      <NamedRecord record={record} />
      {names.length === 0 && <Typography color="text.secondary">{t('records.nothingToEdit')}</Typography>}
      {names.map((name) => (
        <ValueField
          key={name}
          name={name}
          value={textIn(name)}
          stored={seenText(name)}
          onText={(text) => setTyped((before) => ({ ...before, [name]: text }))}
          help={clashes(name) ? <Theirs text={seenText(name)} onTake={() => setTyped((before) => omit(before, [name]))} /> : undefined}
        />
      ))}
    </FormDialog>
  );
}

/** The stored value of a field that somebody else has changed as well, below what was typed. */
function Theirs({ text, onTake }: { text: string; onTake: () => void }) {
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
      <Box component="span" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {t('records.theirValue', { value: text.length > longest ? `${text.slice(0, longest)}…` : text })}
      </Box>
      <Button size="small" onClick={onTake} sx={{ flexShrink: 0 }}>
        {t('records.useTheirs')}
      </Button>
    </Box>
  );
}

/** The table shows a field that this record lacks as null; sending it would add it. */
function withValues(record: DataRecord): { id: string } {
  return { ...Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)), id: record.id };
}

function textsOf(record: DataRecord): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
