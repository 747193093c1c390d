import { limits, type SchemaAnswer } from '@bedplate/contract';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { CheckList } from '../../components/form/check-list.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { comparableFieldsOf } from './field-draft.ts';
import { useSaveSchema } from './schema-calls.ts';
import { changeOf, withRule } from './schema-edits.ts';

/** Chooses the fields that no two records share all of. */
export function UniqueDialog({ storage, answer, onClose }: { storage: StorageRef; answer: SchemaAnswer; onClose: () => void }) {
  const [names, setNames] = useState<readonly string[]>([]);
  const [ignoreCase, setIgnoreCase] = useState(false);
  const [isTried, setTried] = useState(false);
  const save = useSaveSchema(storage);
  const toast = useToast();
  const isRight = names.length > 1 && names.length <= limits.uniqueFields;
  const submit = () => {
    setTried(true);
    if (!isRight) return;
    save.mutate(changeOf(answer, withRule(answer.schema, { fields: [...names], ...(ignoreCase && { ignoreCase }) })), {
      onSuccess() {
        toast.success(t('fields.uniqueSaved', { names: names.join(t('between')) }));
        onClose();
      },
    });
  };
  const close = () => !save.isPending && onClose();
  return (
    <FormDialog
      title={t('fields.addUnique')}
      onClose={close}
      isDirty={names.length > 0}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={save.error ? messageOf(save.error) : null}
      refused={save.error}
      actions={
        <>
          <CancelButton disabled={save.isPending} />
          <SubmitButton busy={save.isPending}>{t('fields.addUnique')}</SubmitButton>
        </>
      }
    >
      <CheckList
        label={t('fields.uniqueFields')}
        options={comparableFieldsOf(answer.schema).map((name) => ({ value: name, text: name }))}
        chosen={names}
        onChange={setNames}
        required
        error={isTried && !isRight ? t('fields.uniqueCount', { most: limits.uniqueFields }) : undefined}
      />
      <SwitchField label={t('field.ignoreCase')} checked={ignoreCase} onChange={setIgnoreCase} />
    </FormDialog>
  );
}
