import { limits, type SchemaAnswer } from '@bedplate/contract';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { CheckList } from '../../components/form/check-list.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { comparableFieldsOf } from './field-draft.ts';
import { useSaveSchema } from './schema-calls.ts';
import { changeOf, summableFieldsOf, withTotal } from './schema-edits.ts';

/** Chooses the fields by whose values records are counted, and those that are added up. */
export function TotalDialog({ storage, answer, onClose }: { storage: StorageRef; answer: SchemaAnswer; onClose: () => void }) {
  const [by, setBy] = useState<readonly string[]>([]);
  const [sum, setSum] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const save = useSaveSchema(storage);
  const toast = useToast();
  const summable = summableFieldsOf(answer.schema);
  const problem = problemOf(by, sum);
  const submit = () => {
    setTried(true);
    if (problem !== undefined) return;
    save.mutate(changeOf(answer, withTotal(answer.schema, { by: [...by], ...(sum.length > 0 && { sum: [...sum] }) })), {
      onSuccess() {
        toast.success(t('fields.totalSaved'));
        onClose();
      },
    });
  };
  const close = () => !save.isPending && onClose();
  const options = (names: readonly string[]) => names.map((name) => ({ value: name, text: name }));
  return (
    <FormDialog
      title={t('fields.addTotal')}
      onClose={close}
      isDirty={by.length + sum.length > 0}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={save.error ? messageOf(save.error) : null}
      refused={save.error}
      actions={
        <>
          <CancelButton disabled={save.isPending} />
          <SubmitButton busy={save.isPending}>{t('fields.addTotal')}</SubmitButton>
        </>
      }
    >
      <CheckList
        label={t('fields.totalFields')}
        options={options(comparableFieldsOf(answer.schema))}
        chosen={by}
        onChange={setBy}
        error={isTried ? problem : undefined}
      />
      {summable.length > 0 && <CheckList label={t('fields.totalSums')} options={options(summable)} chosen={sum} onChange={setSum} />}
    </FormDialog>
  );
}

function problemOf(by: readonly string[], sum: readonly string[]): string | undefined {
  if (by.length + sum.length === 0) return t('fields.totalEmpty');
  if (by.length <= limits.keptTotalFields && sum.length <= limits.keptTotalSums) return undefined;
  return t('fields.totalMany', { most: limits.keptTotalFields });
}
