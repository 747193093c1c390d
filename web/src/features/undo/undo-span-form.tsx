import type { Storage } from '@bedplate/contract';
import { partition } from 'es-toolkit';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { PartedField } from '../../components/form/parted-field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useProjectStorages } from '../../lib/project-storages.ts';
import { serverNow } from '../../lib/time/clock.ts';
import { isoOfInput, localInput } from '../../lib/time/local-input.ts';
import { ownZone } from '../../lib/time/own-zone.ts';
import { t } from '../../texts/index.ts';
import '../../texts/undo.ts';
import { AuthorField } from './author-field.tsx';
import { type UndoSpan, undoAuthors } from './undo-calls.ts';

interface UndoSpanFormProps {
  projectId: string;
  onClose: () => void;
  onChosen: (span: UndoSpan) => void;
}

const hourMillis = 3_600_000;

/** Whose changes, of which storage and of which time. */
export function UndoSpanForm({ projectId, onClose, onChosen }: UndoSpanFormProps) {
  const storages = useProjectStorages(projectId);
  const [withHistory, without] = partition(storages.data ?? [], ({ history }) => history > 0);
  const [before] = useState(() => ({
    whose: 'anyone',
    id: '',
    storageId: '',
    from: localInput(new Date(serverNow() - hourMillis).toISOString()),
    until: '',
  }));
  const [values, setValues] = useState(before);
  const [isTried, setTried] = useState(false);
  const change = (some: Partial<typeof values>) => setValues({ ...values, ...some });
  const errors = isTried ? faultsOf(values) : {};
  const submit = () => {
    setTried(true);
    if (Object.keys(faultsOf(values)).length === 0) onChosen(spanOf(values));
  };
  return (
    <FormDialog
      title={t('undoSpan.title')}
      onClose={onClose}
      isDirty={JSON.stringify(values) !== JSON.stringify(before)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      actions={
        <>
          <CancelButton />
          <SubmitButton busy={false}>{t('undoSpan.look')}</SubmitButton>
        </>
      }
    >
      <ChoiceField
        label={t('undoSpan.whose')}
        value={values.whose}
        options={['anyone' as const, ...undoAuthors].map((value) => ({ value, text: t(`undoSpan.whose.${value}`) }))}
        onChange={(whose) => change({ whose, id: '' })}
      />
      {isNamed(values.whose) && (
        <AuthorField
          key={values.whose}
          projectId={projectId}
          whose={values.whose}
          error={errors.id}
          id={values.id}
          onId={(id) => change({ id })}
        />
      )}
      {(values.whose === 'import' || values.whose === 'request') && (
        <Field
          label={t('undoSpan.id')}
          help={t('undoSpan.idHelp')}
          required
          error={errors.id}
          value={values.id}
          onChange={({ target }) => change({ id: target.value })}
        />
      )}
      <ChoiceField
        label={t('undoSpan.storage')}
        value={values.storageId}
        none={t('undoSpan.allStorages')}
        options={withHistory.map(({ id, storageName }) => ({ value: id, text: storageName }))}
        help={without.length > 0 ? t('undoSpan.without', { names: namesOf(without) }) : undefined}
        onChange={(storageId) => change({ storageId })}
      />
      {(['from', 'until'] as const).map((name) => (
        <PartedField
          key={name}
          type="datetime-local"
          label={t(`undoSpan.${name}`)}
          help={t(`undoSpan.${name}Help`, { zone: ownZone() })}
          required={name === 'from' && values.whose === 'anyone'}
          error={errors[name]}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
    </FormDialog>
  );
}

/** As many as a line takes; the others are counted. */
const namedAtOnce = 3;

function namesOf(storages: readonly Storage[]): string {
  const names = storages.slice(0, namedAtOnce).map(({ storageName }) => storageName);
  const further = storages.length - names.length;
  return [...names, ...(further > 0 ? [t('undoSpan.further', { count: further })] : [])].join(t('between'));
}

function isNamed(whose: string): whose is 'member' | 'key' | 'user' {
  return whose === 'member' || whose === 'key' || whose === 'user';
}

type Values = { whose: string; id: string; storageId: string; from: string; until: string };

function faultsOf({ whose, id, from, until }: Values): { id?: string; from?: string; until?: string } {
  const [first, last] = [isoOfInput(from), isoOfInput(until)];
  return {
    ...(whose !== 'anyone' && id.trim() === '' && { id: t(isNamed(whose) ? 'undoSpan.nameMissing' : 'undoSpan.idMissing') }),
    ...(whose === 'anyone' && first === null && { from: t('undoSpan.fromMissing') }),
    ...(first !== null && last !== null && last < first && { until: t('undoSpan.turned') }),
  };
}

/** An end counts to the end of its minute: the input has no seconds. */
function spanOf({ whose, id, storageId, from, until }: Values): UndoSpan {
  const [first, last] = [isoOfInput(from), isoOfInput(until)];
  return {
    ...(whose !== 'anyone' && { [whose]: id.trim() }),
    ...(storageId !== '' && { storageId }),
    ...(first !== null && { from: first }),
    ...(last !== null && { until: new Date(Date.parse(last) + 59_999).toISOString() }),
  };
}
