import { elementTypes, limits, type Storage } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { ChipField } from '../../components/form/chip-field.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import type { FieldProblems } from '../records/edit/use-field-problems.ts';
import { type FieldDraft, inputsOf } from './field-draft.ts';

export interface DraftInputs {
  draft: FieldDraft;
  problems: FieldProblems;
  onChange: (changed: Partial<FieldDraft>) => void;
}

/** The inputs that the chosen type has besides those of every type. */
export function FieldRules({ draft, problems, onChange, storages }: DraftInputs & { storages: readonly Storage[] }) {
  const has = inputsOf(draft);
  return (
    <>
      {has.has('of') && (
        <ChoiceField
          label={t('field.of')}
          none={t('field.of.any')}
          value={draft.of}
          options={elementTypes.map((type) => ({ value: type, text: t(`field.type.${type}`) }))}
          onChange={(of) => onChange({ of: elementTypes.find((known) => known === of) ?? '' })}
          error={problems.of}
        />
      )}
      {has.has('values') && (
        <ChipField
          label={t('field.values')}
          required
          values={draft.values}
          onChange={(values) => onChange({ values })}
          problemOf={(text) => (text.length > limits.enumValueLength ? t('field.valueLong', { most: limits.enumValueLength }) : null)}
          error={problems.values}
        />
      )}
      {has.has('storage') && (
        <ChoiceField
          label={t('field.storage')}
          required
          none={t('field.chooseStorage')}
          value={draft.storage}
          options={storages.map(({ id, storageName }) => ({ value: id, text: storageName }))}
          onChange={(storage) => onChange({ storage })}
          error={problems.storage}
        />
      )}
      {has.has('onDelete') && (
        <ChoiceField
          label={t('field.onDelete')}
          none={t('field.onDelete.nothing')}
          value={draft.onDelete}
          options={(['refuse', 'clear', 'cascade'] as const).map((value) => ({ value, text: t(`field.onDelete.${value}`) }))}
          onChange={(onDelete) => onChange({ onDelete: onDelete as FieldDraft['onDelete'] })} // of its own options
          error={problems.onDelete}
        />
      )}
      {has.has('zone') && <Line input="zone" draft={draft} problems={problems} onChange={onChange} help={t('field.zoneHelp')} />}
      {has.has('scale') && <Line input="scale" draft={draft} problems={problems} onChange={onChange} help={t('field.scaleHelp')} />}
      {has.has('min') && <Pair inputs={['min', 'max']} draft={draft} problems={problems} onChange={onChange} />}
      {has.has('minLength') && <Pair inputs={['minLength', 'maxLength']} draft={draft} problems={problems} onChange={onChange} />}
      {has.has('pattern') && <Line input="pattern" draft={draft} problems={problems} onChange={onChange} help={t('field.patternHelp')} />}
    </>
  );
}

type LineInput = 'zone' | 'scale' | 'pattern' | 'min' | 'max' | 'minLength' | 'maxLength';

function Line({ input, draft, problems, onChange, help }: DraftInputs & { input: LineInput; help?: string }) {
  const isOfList = draft.type === 'list' && (input === 'minLength' || input === 'maxLength');
  return (
    <Field
      label={t(isOfList ? `field.${input}.list` : `field.${input}`)}
      value={draft[input]}
      onChange={(event) => onChange({ [input]: event.target.value })}
      help={help}
      error={problems[input]}
      inputProps={{ autoComplete: 'off', autoCapitalize: 'none', spellCheck: false }}
    />
  );
}

function Pair({ inputs, ...rest }: DraftInputs & { inputs: readonly LineInput[] }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 3, alignItems: 'start' }}>
      {inputs.map((input) => (
        <Line key={input} input={input} {...rest} />
      ))}
    </Box>
  );
}
