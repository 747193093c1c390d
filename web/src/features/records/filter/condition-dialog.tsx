import { circleOf, type SchemaField } from '@bedplate/contract';
import { useState } from 'react';
import { CancelButton } from '../../../components/form/cancel-button.tsx';
import { ChipField } from '../../../components/form/chip-field.tsx';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { useDataView } from '../state/data-view-store.tsx';
import { readConditions, whereOf } from './conditions.ts';
import { type FieldCondition, literalOf, type Operator, operatorsFor, typedText, valuesOf } from './field-condition.ts';

interface ConditionDialogProps {
  columns: readonly string[];
  /** The declared ones. */
  fields: DeclaredFields;
  /** The place of the condition that is changed; undefined for a new one. */
  at?: number | undefined;
  /** Of a new one. */
  field?: string | undefined;
  onClose: () => void;
}

/** A form for one condition of the view. */
export function ConditionDialog({ columns, fields, at, field, onClose }: ConditionDialogProps) {
  const where = useDataView(({ view }) => view.where);
  const changeView = useDataView((state) => state.changeView);
  const [conditions] = useState(() => readConditions(where));
  /** A condition whose values are texts as they are typed. */
  const [begun] = useState<FieldCondition>(() => {
    const first = (at === undefined ? undefined : conditions.list[at]) ?? firstOf(columns, field);
    return { ...first, values: first.values.map(typedText) };
  });
  const [condition, setCondition] = useState(begun);
  const [isChecked, setChecked] = useState(false);
  const offered = operatorsFor(condition.field, ownValue(fields, condition.field)?.type);
  const { values } = condition;
  const operator = offered.includes(condition.operator) ? condition.operator : (offered[0] ?? 'is');
  const count = valuesOf(operator);
  const change = (part: Partial<FieldCondition>) => setCondition({ ...condition, ...part });
  const setValue = (place: number, text: string) =>
    change({ values: Array.from({ length: count }, (_, other) => (other === place ? text : (values[other] ?? ''))) });
  const missing = (place: number) => (isChecked && !values[place] ? t('filter.valueMissing') : undefined);
  const wrongPlace = operator === 'near' && !circleOf(`${values[0] ?? ''},1km`);
  const wrongDistance = operator === 'near' && !circleOf(`0,0,${values[1] ?? ''}km`);
  const submit = () => {
    setChecked(true);
    const given = values.slice(0, count).filter(Boolean);
    if (given.length < (count > 2 ? 1 : count) || wrongPlace || wrongDistance) return;
    const next = { ...condition, operator, values: operator === 'near' ? given : given.map((text) => literalOf(text)) };
    const list = at === undefined ? [...conditions.list, next] : conditions.list.map((one, place) => (place === at ? next : one));
    changeView({ where: whereOf({ ...conditions, list }) });
    onClose();
  };
  const names = columns.includes(condition.field) ? columns : [condition.field, ...columns];
  const common = { field: ownValue(fields, condition.field), isTime: ['createdAt', 'updatedAt', 'deletedAt'].includes(condition.field) };
  return (
    <FormDialog
      title={t(at === undefined ? 'filter.title' : 'filter.editTitle')}
      onClose={onClose}
      isDirty={JSON.stringify(condition) !== JSON.stringify(begun)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      actions={
        <>
          <CancelButton />
          <SubmitButton busy={false}>{t('filter.apply')}</SubmitButton>
        </>
      }
    >
      <ChoiceField
        label={t('filter.field')}
        value={condition.field}
        options={names.map((name) => ({ value: name, text: name }))}
        onChange={(name) => change({ field: name })}
      />
      <ChoiceField
        label={t('filter.operator')}
        value={operator}
        options={offered.map((value) => ({ value, text: t(`filter.${value}`) }))}
        onChange={(value) => change({ operator: value as Operator })} // of the options
      />
      {count === 1 && (
        <ValueInput {...common} label={t('filter.value')} text={values[0] ?? ''} onText={(text) => setValue(0, text)} error={missing(0)} />
      )}
      {operator === 'near' && (
        <>
          <Field
            label={t('filter.km')}
            required
            value={values[1] ?? ''}
            onChange={(event) => setValue(1, event.target.value.trim())}
            error={isChecked && wrongDistance ? t('filter.kmWrong') : undefined}
            inputProps={{ inputMode: 'decimal', autoComplete: 'off' }}
          />
          <Field
            label={t('filter.place')}
            required
            value={values[0] ?? ''}
            onChange={(event) => setValue(0, event.target.value.trim())}
            help={t('filter.placeHelp')}
            error={isChecked && wrongPlace ? t('filter.placeWrong') : undefined}
            inputProps={{ autoComplete: 'off' }}
          />
        </>
      )}
      {count === 2 && operator !== 'near' && (
        <>
          <ValueInput {...common} label={t('filter.from')} text={values[0] ?? ''} onText={(text) => setValue(0, text)} error={missing(0)} />
          <ValueInput {...common} label={t('filter.to')} text={values[1] ?? ''} onText={(text) => setValue(1, text)} error={missing(1)} />
        </>
      )}
      {count > 2 && (
        <ChipField
          label={t('filter.values')}
          required
          values={values.filter(Boolean)}
          onChange={(next) => change({ values: next })}
          error={missing(0)}
        />
      )}
    </FormDialog>
  );
}

/** The table's own columns come first; most look for something else than an id. */
function firstOf(columns: readonly string[], field: string | undefined): FieldCondition {
  return { field: field ?? columns.find((name) => name !== 'id') ?? 'id', operator: 'is', values: [] };
}

interface ValueInputProps {
  label: string;
  field: SchemaField | undefined;
  isTime: boolean;
  text: string;
  onText: (text: string) => void;
  error: string | undefined;
}

function ValueInput({ label, field, isTime, text, onText, error }: ValueInputProps) {
  const choices = field?.type === 'enum' ? (field.values ?? []) : field?.type === 'boolean' ? ['true', 'false'] : null;
  if (choices) {
    const options = [...new Set([...(text ? [text] : []), ...choices])].map((value) => ({ value, text: value }));
    return <ChoiceField label={label} required value={text} none={t('value.none')} options={options} onChange={onText} error={error} />;
  }
  const isDay = isTime || field?.type === 'date' || field?.type === 'dateTime';
  return (
    <Field
      label={label}
      required
      value={text}
      onChange={(event) => onText(event.target.value)}
      help={t(isDay ? 'filter.dayHelp' : 'filter.valueHelp')}
      error={error}
      inputProps={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
    />
  );
}
