import type { ApiKey } from '@bedplate/contract';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { today } from '../../lib/time/days.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { answerOf, t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import { NamedKeyFields } from './named-key-fields.tsx';
import { useSaveNamedKey } from './named-key-queries.ts';
import { keyChangeOf, keyProblems, type NamedKeyValues, valuesOf } from './named-key-values.ts';

/** Changes what a key may do, or switches it off and on again; the key itself stays what it is. */
export function EditNamedKeyDialog({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const [before] = useState(() => valuesOf(row));
  const [values, setValues] = useState(before);
  const [active, setActive] = useState(row.active);
  const [tried, setTried] = useState(false);
  const [first] = useState(() => firstLastDay(before, today()));
  const save = useSaveNamedKey();
  const toast = useToast();
  const change = { ...keyChangeOf(before, values), ...(active === row.active ? {} : { active }) };
  const isDirty = Object.keys(change).length > 0;
  const submit = () => {
    setTried(true);
    if (Object.keys(keyProblems(values)).length > 0) return;
    if (!isDirty) return onClose();
    save.mutate(
      { id: row.id, change },
      {
        onSuccess: (answer) => {
          toast.success(answerOf('message.keyUpdated', answer));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('namedKeys.editTitle', { name: row.name })}
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={save.error && messageOf(save.error)}
      refused={save.error}
      actions={
        <>
          <CancelButton />
          <SubmitButton busy={save.isPending}>{t('namedKeys.save')}</SubmitButton>
        </>
      }
    >
      <SwitchField label={t('namedKeys.active')} checked={active} onChange={setActive} />
      <NamedKeyFields
        values={values}
        problems={tried ? keyProblems(values) : {}}
        first={first}
        isOfProject
        onChange={(part) => setValues({ ...values, ...part })}
      />
    </FormDialog>
  );
}

/** Allows a past last day as long as it is unchanged. */
function firstLastDay({ lastDay }: NamedKeyValues, today: Date): Date {
  return lastDay && lastDay < today ? lastDay : today;
}
