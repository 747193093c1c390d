import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import { TypedField } from '../records/edit/typed-field.tsx';
import type { StorageRef } from '../../lib/storage-path.ts';
import { bare, beginningsOf } from './field-draft.ts';
import type { DraftInputs } from './field-rules.tsx';

/** The value of a new record that comes without the field. */
export function NewValueFields({ draft, problems, onChange, storage }: DraftInputs & { storage: StorageRef }) {
  const beginnings = beginningsOf(draft);
  if (beginnings.length < 2) return null;
  return (
    <>
      <ChoiceField
        label={t('field.begins')}
        value={draft.begins}
        options={beginnings.map((value) => ({ value, text: t(`field.begins.${value}`) }))}
        onChange={(begins) => onChange({ begins: beginnings.find((known) => known === begins) ?? draft.begins })}
        error={problems.begins}
      />
      {draft.begins === 'value' && (
        <TypedField
          label={t('field.default')}
          field={bare(draft)}
          text={draft.default}
          onText={(text) => onChange({ default: text })}
          storage={storage}
          required
          error={problems.default}
        />
      )}
    </>
  );
}
