import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { omit } from 'es-toolkit';
import { type ReactNode, useMemo, useState } from 'react';
import { CancelButton } from '../../../components/form/cancel-button.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { isConflict, isNotFound, messageOf } from '../../../lib/api/api-error.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { type RecordPage, shownRecord } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { useSaveRecord } from '../queries/save-record.ts';
import { warningOf } from '../queries/stored.ts';
import { fieldText } from '../schema/field-text.ts';
import { type DeclaredFields, mayEdit } from '../schema/may-edit.ts';
import { FaultNote } from '../faults/fault-note.tsx';
import { useFindFault } from '../faults/find-fault.ts';
import { HistoryButton } from '../history/history-button.tsx';
import { fileIn } from '../columns/picture-of.ts';
import { NamedRecord } from '../columns/named-record.tsx';
import { kindOf } from './cell-kind.ts';
import { readTexts } from './read-texts.ts';
import { FileField } from './file-field.tsx';
import { TypedField } from './typed-field.tsx';
import { problemsOf, useFieldProblems } from './use-field-problems.ts';
import { ValueField } from './value-field.tsx';

/** A record that an app changes all the time is saved as soon as two of its changes leave room. */
const attempts = 4;
/** Characters of somebody else's value that are shown below one's own. */
const longest = 300;

interface EditRecordDialogProps {
  storage: StorageRef;
  record: DataRecord;
  page: Pick<RecordPage, 'columns' | 'kinds'>;
  fields: DeclaredFields;
  onDuplicate: () => void;
  onClose: () => void;
}

/**
 * Shows the editor of each declared field, and a text for each other one, which becomes a value of
 * the stored type. Another person's change is never overwritten unseen. In other fields both
 * changes are kept. In the same field, the form loads the record's new values into untouched
 * fields, and the next Save uses them.
 */
export function EditRecordDialog({ storage, record, page, fields, onDuplicate, onClose }: EditRecordDialogProps) {
  const names = page.columns.filter((name) => mayEdit(name, ownValue(fields, name)));
  const [seen, setSeen] = useState(record);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const originals = useMemo(() => textsOf(record, fields), [record, fields]);
  const [conflict, setConflict] = useState<'records.editConflict' | 'records.editAway' | null>(null);
  const { problems, setProblems, forget, place } = useFieldProblems();
  const findFault = useFindFault();
  const client = useQueryClient();
  const toast = useToast();
  const save = useSaveRecord(storage);
  // Once for a record, not at each key: a value may be as long as a book.
  const seenTexts = useMemo(() => textsOf(seen, fields), [seen, fields]);
  const seenText = (name: string) => ownValue(seenTexts, name) ?? '';
  const textIn = (name: string) => ownValue(typed, name) ?? seenText(name);
  const isChanged = (name: string) => textIn(name) !== seenText(name);
  /** Somebody else has given the field another value, and so has this form. */
  const clashes = (name: string) => isChanged(name) && seenText(name) !== (ownValue(originals, name) ?? '');
  const failure = (error: unknown) =>
    isNotFound(error) ? t('records.editGone') : messageOf(error, t('message.recordUpdateFailed'), t('message.recordUpdateFailed'));
  const isTheirs = (present: DataRecord, name: string) => textOf(present, name, fields) !== seenText(name);
  const startAgain = (attempt: number) => {
    const present = shownRecord(client, storage, record.id);
    setConflict(present ? 'records.editConflict' : 'records.editAway');
    if (!present) return;
    const changed = names.filter(isChanged);
    setTyped(Object.fromEntries(changed.map((name) => [name, textIn(name)])));
    setSeen(present);
    // The other change is in other fields: both are kept.
    if (attempt < attempts && !changed.some((name) => isTheirs(present, name))) submit(present, attempt + 1);
  };
  const fail = (error: unknown, attempt: number) => {
    if (isConflict(error)) return startAgain(attempt);
    const found = problemsOf(error, names);
    if (found) setProblems(found);
    else toast.error(failure(error), error);
  };
  const submit = (base: DataRecord, attempt = 1) => {
    const changed = names.filter(isChanged).map((name) => [name, textIn(name)] as const);
    const read = readTexts({ ...kindsIn(base, changed, page.kinds), ...fields }, changed);
    setProblems(read.problems);
    if (Object.keys(read.problems).length > 0) return;
    const isText = (name: string) => {
      if (!isChanged(name) || !Object.hasOwn(read.values, name)) return true;
      return typeof ownValue(base, name) === 'number' && isPlainNumber(textIn(name));
    };
    const texts = names
      .filter((name) => !Object.hasOwn(fields, name) && isText(name))
      .map((name) => [name, isChanged(name) ? textIn(name) : textOf(base, name, fields)]);
    const row = { ...withoutDeclared(withValues(base), fields), ...read.values, ...Object.fromEntries(texts) };
    const typed = Object.keys(read.values).filter((name) => !texts.some(([text]) => text === name));
    save.mutate(
      { row, ifUpdatedAt: base.updatedAt, typed },
      {
        onSuccess(stored) {
          toast.success(t('message.recordUpdatedToast'));
          const warning = warningOf(stored);
          if (warning) toast.info(warning);
          onClose();
        },
        onError: (error) => fail(error, attempt),
      },
    );
  };
  const isAtFields = problemsOf(save.error, names) !== null;
  const refusal = isConflict(save.error) ? conflict && t(conflict) : save.error && !isAtFields && failure(save.error);
  return (
    <FormDialog
      title={t('records.editTitle')}
      onClose={() => !save.isPending && onClose()}
      isDirty={names.some(isChanged)}
      onSubmit={(event) => {
        event.preventDefault();
        submit(seen);
      }}
      error={refusal || null}
      refused={save.error}
      actions={
        <>
          <HistoryButton storage={storage} record={record} onErased={onClose} />
          <Button onClick={onDuplicate} disabled={save.isPending || names.some(isChanged)}>
            {t('add.duplicate')}
          </Button>
          <CancelButton disabled={save.isPending} />
          <SubmitButton busy={save.isPending} disabled={names.length === 0}>
            {t('records.save')}
          </SubmitButton>
        </>
      }
    >
      <div ref={place}>
        <NamedRecord record={record} />
      </div>
      {names.length === 0 && <Typography color="text.secondary">{t('records.nothingToEdit')}</Typography>}
      {names.map((name) => {
        const field = ownValue(fields, name);
        const common = {
          stored: seenText(name),
          onText: (text: string) => {
            forget(name);
            setTyped((before) => ({ ...before, [name]: text }));
          },
          help: clashes(name) ? (
            <Theirs text={seenText(name)} onTake={() => setTyped((before) => omit(before, [name]))} />
          ) : (
            helpOf(isChanged(name) ? null : findFault(seen, name), field?.description)
          ),
          error: ownValue(problems, name),
        };
        if (field?.type === 'file' || fileIn(seen, name))
          return (
            <FileField
              key={name}
              label={name}
              record={seen}
              storage={storage}
              text={textIn(name)}
              onStored={(stored) => {
                setSeen({ ...seen, ...stored });
                setTyped((before) => omit(before, [name]));
              }}
              {...common}
            />
          );
        if (!field) return <ValueField key={name} name={name} value={textIn(name)} {...common} />;
        return (
          <TypedField key={name} label={name} field={field} text={textIn(name)} storage={storage} required={field.required} {...common} />
        );
      })}
    </FormDialog>
  );
}

/** Why the stored value does not fit, and what the field is; undefined where there is neither. */
function helpOf(fault: string | null, description: string | undefined): ReactNode {
  if (fault === null) return description;
  return (
    <>
      <FaultNote>{fault}</FaultNote>
      {description}
    </>
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

/** The server reads such a number in its text, but not 1e3 or an emptied one. */
function isPlainNumber(text: string): boolean {
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text);
}

/** A value stays what it is: "1,5" would make a text of a number for good, and so would a missing bracket of a list. An empty one gets a type of its field. */
function kindsIn(
  record: DataRecord,
  texts: readonly (readonly [name: string, text: string])[],
  learned: RecordPage['kinds'] = {},
): DeclaredFields {
  const kinds = texts.map(([name, text]) => [name, kindOf(ownValue(record, name), { learned: ownValue(learned, name), text })] as const);
  return Object.fromEntries(kinds.flatMap(([name, type]) => (type === 'text' ? [] : [[name, { type }]])));
}

/** A change is checked for the fields that it has: an old fault of another field holds up nobody. */
function withoutDeclared(row: { id: string }, fields: DeclaredFields): { id: string } {
  return { ...Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(fields, name))), id: row.id };
}

function textsOf(record: DataRecord, fields: DeclaredFields): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(record).map((name) => [name, textOf(record, name, fields)]));
}

function textOf(record: DataRecord, name: string, fields: DeclaredFields): string {
  const value = ownValue(record, name);
  const field = ownValue(fields, name);
  if (field) return fieldText(value, field);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
