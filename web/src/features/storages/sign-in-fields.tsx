import { limits, secondFactors, secondFactorWays, signInMethods, signUps } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { Controller, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { CheckList } from '../../components/form/check-list.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { PartedField } from '../../components/form/parted-field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { paths } from '../../lib/navigation/paths.ts';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import { FactorRuleFields } from './factor-rule-fields.tsx';
import { NamesField } from './names-field.tsx';
import { PasswordRuleFields } from './password-rule-fields.tsx';
import { ProviderFields } from './provider-fields.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SignUpHookFields } from './sign-up-hook-fields.tsx';
import type { StorageForm } from './storage-fields.tsx';
import { TeamFields } from './team-fields.tsx';
import { UsersExportButton } from './users-export-button.tsx';

interface SignInFieldsProps {
  form: StorageForm;
  storage: { id: string; projectId: string; storageName: string };
  /** Opens the list of invitations. */
  onInvitations: () => void;
}

/** How the users of an app come in: by which pages, who may sign up, and what their passwords must be. */
export function SignInFields({ form, storage, onInvitations }: SignInFieldsProps) {
  const [signUp = 'open', methods = [], secondFactor = 'off', ways = ['totp'], teams = false] = useWatch({
    control: form.control,
    name: ['signIn.signUp', 'signIn.methods', 'signIn.secondFactor', 'signIn.secondFactorWays', 'signIn.teams'],
  });
  return (
    <SettingsSection title={t('signIn.title')} about={t('signIn.help')}>
      <Controller
        control={form.control}
        name="signIn.origins"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <NamesField
            label={t('signIn.origins')}
            minRows={2}
            placeholder="https://shop.example.com"
            help={t('signIn.originsHelp')}
            error={error ? t('namedKeys.badOrigin') : undefined}
            names={value ?? []}
            between={'\n'}
            onChange={(origins) => onChange(origins.map((origin) => origin.replace(/\/+$/, '')))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="signIn.methods"
        render={({ field: { value, onChange } }) => (
          <CheckList
            label={t('signIn.methods')}
            options={signInMethods.map((method) => ({ value: method, text: t(`signIn.method.${method}`) }))}
            chosen={value ?? []}
            onChange={onChange}
          />
        )}
      />
      {(methods.includes('link') || signUp === 'invitation' || teams) && (
        <Controller
          control={form.control}
          name="signIn.linkPage"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <Field
              label={t('signIn.linkPage')}
              required={methods.includes('link')}
              value={value ?? ''}
              placeholder="https://shop.example.com/sign-in"
              help={t('signIn.linkPageHelp')}
              error={error?.message}
              inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 500 }}
              onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
            />
          )}
        />
      )}
      {(methods.includes('passkey') || (secondFactor !== 'off' && ways.includes('passkey'))) && (
        <Controller
          control={form.control}
          name="signIn.passkeyDomain"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <Field
              label={t('signIn.passkeyDomain')}
              value={value ?? ''}
              placeholder="example.com"
              help={t('signIn.passkeyDomainHelp')}
              error={error?.message}
              inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 253 }}
              onChange={({ target }) => onChange(target.value.trim() === '' ? null : target.value)}
            />
          )}
        />
      )}
      <ProviderFields form={form} storageId={storage.id} />
      <Controller
        control={form.control}
        name="signIn.signUp"
        render={({ field: { value, onChange } }) => (
          <ChoiceField
            label={t('signIn.signUp')}
            value={value ?? 'open'}
            options={signUps.map((way) => ({ value: way, text: t(`signIn.signUp.${way}`) }))}
            onChange={onChange}
          />
        )}
      />
      <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={onInvitations}>
        {t('invitations.open')}
      </Button>
      {signUp === 'domain' && (
        <Controller
          control={form.control}
          name="signIn.mailDomains"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <NamesField
              label={t('signIn.mailDomains')}
              required
              placeholder="example.com"
              help={t('signIn.mailDomainsHelp')}
              error={error ? (error.message ?? t('signIn.badDomain', { max: limits.mailDomains })) : undefined}
              names={value ?? []}
              onChange={onChange}
            />
          )}
        />
      )}
      <Button component={Link} to={paths.appMails(storage.projectId, storage.id)} variant="outlined" sx={{ justifySelf: 'start' }}>
        {t('signIn.mails')}
      </Button>
      <SignUpHookFields form={form} />
      <Controller
        control={form.control}
        name="signIn.verifyEmail"
        render={({ field: { value, onChange } }) => (
          <SwitchField label={t('signIn.verifyEmail')} checked={value ?? false} onChange={onChange} />
        )}
      />
      <Controller
        control={form.control}
        name="signIn.secondFactor"
        render={({ field: { value, onChange } }) => (
          <ChoiceField
            label={t('signIn.secondFactor')}
            value={value ?? 'off'}
            help={t('signIn.secondFactorHelp')}
            options={secondFactors.map((way) => ({ value: way, text: t(`signIn.secondFactor.${way}`) }))}
            onChange={onChange}
          />
        )}
      />
      {secondFactor === 'required' && <FactorRuleFields form={form} />}
      {secondFactor !== 'off' && (
        <Controller
          control={form.control}
          name="signIn.secondFactorWays"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <CheckList
              required
              label={t('signIn.secondFactorWays')}
              options={secondFactorWays.map((way) => ({ value: way, text: t(`signIn.secondFactorWay.${way}`) }))}
              chosen={value ?? ['totp']}
              error={error && (value?.length ? error.message : t('signIn.noFactorWay'))}
              onChange={onChange}
            />
          )}
        />
      )}
      <TeamFields form={form} storage={storage} />
      <LimitField form={form} name="requestsPerMinute" />
      <LimitField form={form} name="requestsPerMinutePerClient" />
      <PasswordRuleFields form={form} />
      <UsersExportButton storage={storage} />
    </SettingsSection>
  );
}

interface LimitFieldProps {
  form: StorageForm;
  name: 'requestsPerMinute' | 'requestsPerMinutePerClient';
}

function LimitField({ form, name }: LimitFieldProps) {
  const error = form.formState.errors.signIn?.[name];
  return (
    <PartedField
      label={t(`signIn.${name}`)}
      type="number"
      required
      inputProps={{ min: 1, max: limits.requestsPerMinute, step: 1 }}
      error={error && t('signIn.badLimit', { max: localNumber(limits.requestsPerMinute) })}
      {...form.register(`signIn.${name}`, { valueAsNumber: true })}
    />
  );
}
