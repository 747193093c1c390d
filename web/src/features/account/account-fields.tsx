import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '../../components/form/field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { t } from '../../texts/index.ts';

interface AccountValues {
  name: string;
  email: string;
  password?: string | null | undefined;
  confirmPassword?: string | null | undefined;
}

interface AccountFieldsProps {
  // Registering and adding a user have schemas of their own; of their forms this needs the part
  // that they share.
  form: { register: unknown; formState: { errors: unknown } };
  disabled?: boolean;
  /** Replaces the rule for passwords where they may stay empty; an empty text shows none. */
  passwordHelp?: string;
}

/** Name, e-mail and a password typed twice: the part that /register and /users share. */
export function AccountFields({ form, disabled = false, passwordHelp }: AccountFieldsProps) {
  const register = form.register as UseFormRegister<AccountValues>;
  const errors = form.formState.errors as FieldErrors<AccountValues>;
  const required = passwordHelp === undefined;
  return (
    <>
      <Field label={t('name')} autoComplete="name" required disabled={disabled} error={errors.name?.message} {...register('name')} />
      <Field
        label={t('email')}
        type="email"
        autoComplete="email"
        required
        disabled={disabled}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        required={required}
        disabled={disabled}
        help={passwordHelp ?? t('password.rule')}
        error={errors.password?.message}
        {...register('password', { deps: ['confirmPassword'] })}
      />
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        required={required}
        disabled={disabled}
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}
