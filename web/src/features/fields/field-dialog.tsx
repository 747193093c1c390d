import { limits, type SchemaAnswer, type Storage } from '@bedplate/contract';
import { useState } from 'react';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { ApiError, inOurWords, isConflict, messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useFieldProblems } from '../records/edit/use-field-problems.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { type DraftInput, draftOf, type FieldDraft, inputNamed, inputsOf, isInForm, readDraft } from './field-draft.ts';
import { FieldRules } from './field-rules.tsx';
import { declarableTypes } from './field-words.ts';
import { NewValueFields } from './new-value-fields.tsx';
import { useSaveSchema } from './schema-calls.ts';
import { changeOf, withField } from './schema-edits.ts';

interface FieldDialogProps {
  storage: StorageRef;
  answer: SchemaAnswer;
  storages: readonly Storage[];
  /** '' for a new one. */
  name: string;
  onClose: () => void;
}

/** Declares a field: its type, what belongs to the type, and the rules for its values. */
export function FieldDialog({ storage, answer, storages, name, onClose }: FieldDialogProps) {
  const { schema } = answer;
  const [first] = useState(() => draftOf(name, schema));
  const [changed, setChanged] = useState<Partial<FieldDraft>>({});
  // Inputs that nobody touched follow what somebody else declares meanwhile; a save would undo it.
  const begun = Object.hasOwn(schema.fields, name) ? draftOf(name, schema) : first;
  const draft = { ...begun, ...changed };
  const { problems, setProblems, forget, place } = useFieldProblems();
  const save = useSaveSchema(storage);
  const toast = useToast();
  const isNew = name === '';
  const change = (typed: Partial<FieldDraft>) => {
    for (const input of Object.keys(typed)) forget(input);
    setChanged((before) => ({ ...before, ...typed }));
  };
  const told = (error: unknown) => problemsByInput(error, draft);
  const submit = () => {
    const taken = Object.keys(schema.fields).filter((other) => other !== name);
    const { problems: found, ...read } = readDraft(draft, taken);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    save.mutate(changeOf(answer, withField(schema, draft.name.trim(), read)), {
      onSuccess() {
        toast.success(t('fields.saved', { name: draft.name.trim() }));
        onClose();
      },
      onError: (error) => setProblems(told(error)),
    });
  };
  const input = { draft, problems, onChange: change };
  const has = inputsOf(draft);
  return (
    <FormDialog
      title={isNew ? t('fields.addTitle') : t('fields.editTitle', { name })}
      onClose={() => !save.isPending && onClose()}
      isDirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={failure(save.error, Object.keys(told(save.error)).length > 0)}
      refused={save.error}
      actions={
        <>
          <CancelButton disabled={save.isPending} />
          <SubmitButton busy={save.isPending}>{t(isNew ? 'fields.add' : 'records.save')}</SubmitButton>
        </>
      }
    >
      <div ref={place} hidden />
      <Field
        label={t('add.fieldName')}
        required
        disabled={!isNew}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        error={problems.name}
        inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: limits.fieldNameLength }}
      />
      <ChoiceField
        label={t('field.type')}
        value={draft.type}
        options={declarableTypes.map((type) => ({ value: type, text: t(`field.type.${type}`) }))}
        onChange={(type) => change({ type: declarableTypes.find((known) => known === type) ?? draft.type, begins: 'nothing', default: '' })}
        help={t(`field.about.${draft.type}`)}
        error={problems.type}
      />
      <FieldRules {...input} storages={storages} />
      <SwitchField
        label={t('field.isRequired')}
        checked={draft.required}
        onChange={(required) => change({ required })}
        error={problems.required}
      />
      {has.has('unique') && (
        <SwitchField label={t('field.isUnique')} checked={draft.unique} onChange={(unique) => change({ unique })} error={problems.unique} />
      )}
      {has.has('ignoreCase') && draft.unique && (
        <SwitchField label={t('field.ignoreCase')} checked={draft.ignoreCase} onChange={(ignoreCase) => change({ ignoreCase })} />
      )}
      <SwitchField
        label={t('field.isReadOnly')}
        checked={draft.readOnly}
        onChange={(readOnly) => change({ readOnly })}
        error={problems.readOnly}
      />
      <NewValueFields {...input} storage={storage} />
      <Field
        label={t('field.description')}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
        help={t('field.descriptionHelp')}
        error={problems.description}
        inputProps={{ maxLength: limits.fieldDescriptionLength }}
      />
    </FormDialog>
  );
}

function failure(error: unknown, isAtInputs: boolean): string | null {
  if (!error || isAtInputs) return null;
  return isConflict(error) ? t('fields.changedMeanwhile') : messageOf(error);
}

/** The server's complaints by the inputs that they are about, as far as these are in the form. */
function problemsByInput(error: unknown, draft: FieldDraft): Partial<Record<DraftInput, string>> {
  if (!(error instanceof ApiError)) return {};
  const known = error.details.flatMap((problem) => {
    const input = inputNamed(problem.field, draft.name.trim());
    return input === null || !isInForm(input, draft) ? [] : [[input, inOurWords(problem)] as const];
  });
  return Object.fromEntries(known.reverse());
}
