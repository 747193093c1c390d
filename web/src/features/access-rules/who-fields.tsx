import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import { type RuleDraft, whoKinds } from './rule-draft.ts';

interface WhoFieldsProps {
  draft: RuleDraft;
  keys: readonly { id: string; name: string }[];
  onChange: (part: Partial<RuleDraft>) => void;
}

/** Whom a rule is about. */
export function WhoFields({ draft, keys, onChange }: WhoFieldsProps) {
  return (
    <>
      <ChoiceField
        label={t('accessRules.who')}
        value={draft.who}
        options={whoKinds.map((value) => ({ value, text: t(`accessRules.who.${value}`) }))}
        onChange={(value) => onChange({ who: whoKinds.find((known) => known === value) ?? draft.who })}
      />
      {draft.who === 'owner' && (
        <Field
          label={t('accessRules.owner')}
          required
          value={draft.owner}
          onChange={(event) => onChange({ owner: event.target.value })}
          inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
        />
      )}
      {draft.who === 'team' && (
        <>
          <Field
            label={t('accessRules.team')}
            required
            value={draft.team}
            onChange={(event) => onChange({ team: event.target.value })}
            inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
          />
          <Field
            label={t('accessRules.teamRoles')}
            help={t('accessRules.teamRolesHelp')}
            value={draft.teamRoles}
            onChange={(event) => onChange({ teamRoles: event.target.value })}
            inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
          />
        </>
      )}
      {draft.who === 'role' && (
        <Field
          label={t('accessRules.roles')}
          required
          help={t('accessRules.rolesHelp')}
          value={draft.roles}
          onChange={(event) => onChange({ roles: event.target.value })}
          inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
        />
      )}
      {draft.who === 'key' && (
        <ChoiceField
          label={t('accessRules.key')}
          value={draft.key}
          options={[{ value: '*', text: t('accessRules.everyKey') }, ...keys.map(({ id, name }) => ({ value: id, text: name }))]}
          onChange={(key) => onChange({ key })}
        />
      )}
    </>
  );
}
