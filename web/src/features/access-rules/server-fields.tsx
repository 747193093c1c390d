import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import { asTyped, RowFields } from './row-fields.tsx';
import type { SetDraft } from './rule-draft.ts';

/** Fields that the server sets with every write, with their values. */
export function ServerFields({ fields, onChange }: { fields: readonly SetDraft[]; onChange: (fields: SetDraft[]) => void }) {
  return (
    <RowFields
      label={t('accessRules.server')}
      help={fields.length > 0 ? t('accessRules.serverHelp') : undefined}
      rows={fields}
      columns={2}
      blank={{ field: '', value: '@user.id' }}
      addText={t('accessRules.addServer')}
      removeText={(number) => t('accessRules.removeServer', { number })}
      onChange={onChange}
    >
      {({ field, value }, change, at) => (
        <>
          <Field
            label={t('accessRules.field')}
            required
            value={field}
            error={isTwice(fields, at) ? t('accessRules.serverTwice') : undefined}
            onChange={(event) => change({ field: event.target.value })}
            inputProps={asTyped}
          />
          <Field
            label={t('accessRules.value')}
            value={value}
            onChange={(event) => change({ value: event.target.value })}
            inputProps={asTyped}
          />
        </>
      )}
    </RowFields>
  );
}

function isTwice(fields: readonly SetDraft[], at: number): boolean {
  const name = fields[at]?.field.trim();
  return name !== '' && fields.findIndex(({ field }) => field.trim() === name) < at;
}
