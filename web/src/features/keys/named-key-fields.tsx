import { keyVerbs, limits, usualRequestsPerMinute, usualRequestsPerMinutePerClient } from '@bedplate/contract';
import { CheckList } from '../../components/form/check-list.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import '../../texts/caps.ts';
import { CapFields } from '../caps/cap-fields.tsx';
import { useOwnStorages } from '../endpoints/endpoint-queries.ts';
import { useAllProjects } from '../projects/project-queries.ts';
import type { KeyProblems, NamedKeyValues } from './named-key-values.ts';

interface NamedKeyFieldsProps {
  values: NamedKeyValues;
  problems: KeyProblems;
  /** The first day that may be its last. */
  first: Date;
  /** A key stays in the project that it was made for. */
  isOfProject?: boolean;
  onChange: (part: Partial<NamedKeyValues>) => void;
}

/** The name of a key, the places where it works, its rights there, and its end. */
export function NamedKeyFields({ values, problems, first, isOfProject = false, onChange }: NamedKeyFieldsProps) {
  return (
    <>
      <Field
        label={t('namedKeys.name')}
        required
        value={values.name}
        onChange={(event) => onChange({ name: event.target.value })}
        help={t('namedKeys.nameHelp')}
        error={problems.name}
        inputProps={{ maxLength: limits.nameLength }}
      />
      {!isOfProject && <ProjectField values={values} problems={problems} onChange={onChange} />}
      <ScopeFields values={values} problems={problems} onChange={onChange} />
      <Field
        label={t('namedKeys.origins')}
        multiline
        minRows={2}
        value={values.origins}
        onChange={(event) => onChange({ origins: event.target.value })}
        placeholder="https://shop.example.com"
        help={t('namedKeys.originsHelp')}
        error={problems.origins}
        inputProps={{ maxLength: 310 * limits.originsPerKey }}
      />
      <DateField label={t('namedKeys.lastDay')} value={values.lastDay} min={first} onChange={(lastDay) => onChange({ lastDay })} />
      <Field
        label={t('namedKeys.perMinute')}
        value={values.perMinute}
        onChange={(event) => onChange({ perMinute: event.target.value })}
        help={t('namedKeys.usualLimit', { count: localNumber(usualRequestsPerMinute) })}
        error={problems.requestsPerMinute}
        inputProps={{ inputMode: 'numeric', maxLength: 10 }}
      />
      <Field
        label={t('namedKeys.perMinutePerClient')}
        value={values.perMinutePerClient}
        onChange={(event) => onChange({ perMinutePerClient: event.target.value })}
        help={t('namedKeys.usualClientLimit', { count: localNumber(usualRequestsPerMinutePerClient) })}
        error={problems.requestsPerMinutePerClient}
        inputProps={{ inputMode: 'numeric', maxLength: 10 }}
      />
      <CapFields
        credits={t('caps.key')}
        per={t('caps.keyPer')}
        values={values.cap}
        isTried={problems.cap !== undefined}
        onChange={(cap) => onChange({ cap })}
      />
    </>
  );
}

type PartProps = Pick<NamedKeyFieldsProps, 'values' | 'problems' | 'onChange'>;

function ProjectField({ values, problems, onChange }: PartProps) {
  const projects = useAllProjects(true).data ?? [];
  return (
    <ChoiceField
      label={t('namedKeys.project')}
      required
      none={t('namedKeys.chooseProject')}
      value={values.projectId}
      options={projects.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(projectId) => onChange({ projectId, hasAllStorages: true, storages: [] })}
      error={problems.projectId}
    />
  );
}

/** Storages of the project, and what the key may do in them. */
function ScopeFields({ values, problems, onChange }: PartProps) {
  const storages = (useOwnStorages().data ?? []).filter(({ projectId }) => projectId === values.projectId);
  return (
    <>
      <SwitchField
        label={t('namedKeys.allStorages')}
        checked={values.hasAllStorages}
        onChange={(hasAllStorages) => onChange({ hasAllStorages })}
      />
      {!values.hasAllStorages && (
        <CheckList
          label={t('namedKeys.storages')}
          required
          options={storages.map(({ id, storageName }) => ({ value: id, text: storageName }))}
          chosen={values.storages}
          onChange={(chosen) => onChange({ storages: chosen })}
          error={problems.storages}
        />
      )}
      <CheckList
        label={t('namedKeys.verbs')}
        required
        options={keyVerbs.map((value) => ({ value, text: t(`namedKeys.verb.${value}`) }))}
        chosen={values.verbs}
        onChange={(verbs) => onChange({ verbs })}
        error={problems.verbs}
      />
    </>
  );
}
