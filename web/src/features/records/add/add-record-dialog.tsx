import type { DataRecord } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { CancelButton } from '../../../components/form/cancel-button.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { ApiError, inOurWords, messageOf } from '../../../lib/api/api-error.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/add-record.ts';
import { sentences } from '../../../texts/sentences.ts';
import { TypedField } from '../edit/typed-field.tsx';
import { type FieldProblems, problemsOf, useFieldProblems } from '../edit/use-field-problems.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { warningOf } from '../queries/stored.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { NamedRecord } from '../columns/named-record.tsx';
import { type Copied, copiedRecord, withCopied } from './copied-record.ts';
import { ExtraFields } from './extra-fields.tsx';
import { formOf, jsonInput, jsonOf, readJsonRecord } from './json-record.ts';
import { newFields } from './new-fields.ts';
import { defaultText, type ExtraField, inputOf, isNeeded, newExtra, readNewRecord } from './read-new-record.ts';
import { useAddRecord } from './use-add-record.ts';

interface AddRecordDialogProps {
  storage: StorageRef;
  page: RecordPage;
  fields: DeclaredFields;
  /** Records may have only declared fields. */
  isClosed: boolean;
  /** The record that is duplicated. */
  from?: DataRecord | undefined;
  onAdded: () => void;
  onClose: () => void;
}

/**
 * A form for a new record: an editor for each field that the storage knows, and fields with names of one's own; or all of it as
 * JSON, which takes what the other has.
 */
export function AddRecordDialog({ storage, page, fields, isClosed, from, onAdded, onClose }: AddRecordDialogProps) {
  const [known] = useState(() => newFields(page, fields).filter(({ isDeclared }) => isDeclared || !isClosed));
  const [copied] = useState(() => (from ? copiedRecord(from, known, fields) : null));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(copied?.texts ?? {});
  const [given] = useState<readonly ExtraField[]>(() => (known.length === 0 && !isClosed ? [newExtra([])] : []));
  const [extras, setExtras] = useState(given);
  const [json, setJson] = useState<string | null>(null);
  const { problems, setProblems, forget, place } = useFieldProblems();
  const toast = useToast();
  const add = useAddRecord(storage);
  const refused = (error: unknown) => {
    if (json !== null) return inJson(error);
    return byInput(
      problemsOf(
        error,
        [...known, ...extras].map(({ name }) => name),
      ) ?? {},
      extras,
    );
  };
  const isAtInputs = Object.keys(refused(add.error)).length > 0;
  const complain = (complaints: FieldProblems) => {
    setProblems(complaints);
    return Object.keys(complaints).length > 0;
  };
  /** Null where something is wrong, which is told at its input. */
  const read = () => {
    if (json !== null) {
      const typed = readJsonRecord(json);
      return complain('problem' in typed ? { [jsonInput]: typed.problem } : {}) || 'problem' in typed ? null : typed.values;
    }
    const typed = readNewRecord({ known, texts, extras });
    if (complain(typed.problems)) return null;
    return from && copied ? withCopied(typed.values, texts, { record: from, copied }) : typed.values;
  };
  const change = () => {
    add.reset();
    if (json === null) {
      const written = jsonOf({ known, texts, extras });
      if (!complain('problems' in written ? written.problems : {}) && 'json' in written) setJson(written.json);
      return;
    }
    const values = read();
    if (values === null) return;
    const form = formOf(values, known);
    setTexts(form.texts);
    setExtras(form.extras.length > 0 ? form.extras : given);
    setJson(null);
  };
  const submit = () => {
    const values = read();
    if (values === null) return;
    add.mutate(values, {
      onSuccess(stored) {
        onAdded();
        toast.success(t('message.recordAdded'));
        const warning = warningOf(stored);
        if (warning) toast.info(warning);
        onClose();
      },
      onError: (error) => setProblems(refused(error)),
    });
  };
  return (
    <FormDialog
      title={t(from ? 'add.duplicateTitle' : 'add.title')}
      onClose={() => !add.isPending && onClose()}
      isDirty={
        json !== null ||
        extras !== given ||
        Object.entries(texts).some(([name, text]) => text !== (ownValue(copied?.texts ?? {}, name) ?? ''))
      }
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={add.error && !isAtInputs ? messageOf(add.error, t('message.recordAddFailed'), t('message.recordAddFailed')) : null}
      refused={add.error}
      actions={
        <>
          {!from && (!isClosed || known.length > 0) && (
            <Button disabled={add.isPending} onClick={change} sx={{ mr: 'auto' }}>
              {t(json === null ? 'add.asJson' : 'add.asForm')}
            </Button>
          )}
          <CancelButton disabled={add.isPending} />
          <SubmitButton busy={add.isPending} disabled={json === null && known.length + extras.length === 0}>
            {t('add.submit')}
          </SubmitButton>
        </>
      }
    >
      <div ref={place} hidden />
      {from && <NamedRecord record={from} />}
      {from && copied && <Copies from={from} copied={copied} />}
      {json === null ? (
        <>
          {known.length === 0 && <Alert severity="info">{t('add.noFields')}</Alert>}
          {known.map(({ name, field }) => (
            <TypedField
              key={name}
              label={name}
              field={field}
              text={ownValue(texts, name) ?? ''}
              storage={storage}
              onText={(text) => {
                forget(inputOf.known(name));
                setTexts((before) => ({ ...before, [name]: text }));
              }}
              required={isNeeded(field)}
              help={helpOf(field)}
              error={ownValue(problems, inputOf.known(name))}
            />
          ))}
          {!isClosed && (
            <ExtraFields
              storage={storage}
              extras={extras}
              problems={problems}
              onChange={(next) => {
                for (const extra of extras.filter((before) => !next.includes(before)))
                  [inputOf.name(extra), inputOf.value(extra)].forEach(forget);
                setExtras(next);
              }}
            />
          )}
        </>
      ) : (
        <TypedField
          label={t('add.json')}
          field={{ type: 'json' }}
          text={json}
          storage={storage}
          onText={(text) => {
            forget(jsonInput);
            setJson(text);
          }}
          help={t('add.jsonHelp')}
          error={ownValue(problems, jsonInput)}
        />
      )}
    </FormDialog>
  );
}

/** The parts of the record that the form has no fields for. */
function Copies({ from, copied }: { from: DataRecord; copied: Copied }) {
  const kept = Object.keys(copied.kept);
  const text = sentences(
    kept.length > 0 && t('add.alsoCopied', { fields: kept.join(t('between')) }),
    Boolean(from.file_metadata) && t('add.filesStay'),
  );
  return text === '' ? null : <Alert severity="info">{text}</Alert>;
}

function helpOf(field: Parameters<typeof defaultText>[0]): string | undefined {
  const value = defaultText(field);
  return sentences(field.description, value && t('add.default', { value })) || undefined;
}

/** As JSON, the record has one input for the complaints about all of its fields. */
function inJson(error: unknown): FieldProblems {
  if (!(error instanceof ApiError) || error.details.length === 0) return {};
  return { [jsonInput]: sentences(...error.details.map((fault) => t('add.ofField', { field: fault.field, problem: inOurWords(fault) }))) };
}

/** The server names fields; a field with a name of one's own is an input with a key. */
function byInput(problems: FieldProblems, extras: readonly ExtraField[]): FieldProblems {
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => {
      const extra = extras.find((one) => one.name === name);
      return [extra ? inputOf.value(extra) : inputOf.known(name), problem];
    }),
  );
}
