import type { SchemaField } from '@bedplate/contract';
import type { ReactNode } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { t } from '../../../texts/index.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { ValueField } from './value-field.tsx';
import { DayButton } from './day-button.tsx';
import { ListField } from './list-field.tsx';
import { MomentField } from './moment-field.tsx';
import { ReferenceField } from './reference-field.tsx';

export interface TypedFieldProps {
  label: string;
  field: SchemaField;
  /** See `fieldText`. */
  text: string;
  onText: (text: string) => void;
  /** The storage of the record; references name others of its project. */
  storage: StorageRef;
  /** The stored text, which decides how large a field begins. */
  stored?: string;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
}

/** The editor of a field's type. It keeps the text that is typed: a number is never rounded. */
export function TypedField(props: TypedFieldProps) {
  const { label, field, text, onText, storage, stored = '', ...common } = props;
  switch (field.type) {
    case 'longText':
      return <ValueField name={label} value={text} stored={stored} onText={onText} isLong {...common} />;
    case 'json':
      return <JsonArea {...props} />;
    case 'boolean':
    case 'enum':
      return <Choice {...props} />;
    case 'list':
      if (field.of === undefined) return <JsonArea {...props} />;
      return <ListField label={label} field={field} text={text} onText={onText} storage={storage} {...common} />;
    case 'dateTime':
      return <MomentField label={label} zone={field.zone} text={text} onText={onText} {...common} />;
    case 'reference':
      if (field.storage === undefined) return <Plain {...props} />;
      return <ReferenceField label={label} storage={{ ...storage, storageId: field.storage }} id={text} onId={onText} {...common} />;
    case 'password':
      return (
        <PasswordField
          label={label}
          value={text}
          onChange={(event) => onText(event.target.value)}
          autoComplete="new-password"
          required={common.required ?? false}
          disabled={common.disabled ?? false}
          help={common.help}
          error={common.error}
        />
      );
    case 'text':
      return <ValueField name={label} value={text} stored={stored} onText={onText} {...common} />;
    default:
      return <Plain {...props} />;
  }
}

/** Also for lists of anything: a chip would not tell 5 from "5". */
function JsonArea({ label, text, onText, stored = '', required, disabled, help, error }: TypedFieldProps) {
  const common = { required, disabled, help: help ?? t('value.json'), error };
  return <ValueField name={label} value={text} stored={stored} onText={onText} isLong {...common} />;
}

/** Keyboards of phones. */
const inputModes: Partial<Record<SchemaField['type'], 'decimal' | 'numeric' | 'email' | 'url'>> = {
  number: 'decimal',
  decimal: 'decimal',
  integer: 'numeric',
  email: 'email',
  url: 'url',
};
const placeholders: Partial<Record<SchemaField['type'], string>> = {
  date: '2026-12-31',
  geo: '52.52, 13.405',
  email: 'name@example.com',
  url: 'https://',
};

function Plain({ label, field: { type }, text, onText, required, disabled, help, error }: TypedFieldProps) {
  return (
    <Field
      label={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      required={required ?? false}
      disabled={disabled ?? false}
      help={help}
      error={error}
      placeholder={placeholders[type] ?? ''}
      inputProps={{ inputMode: inputModes[type], autoComplete: 'off', spellCheck: false }}
      {...(type === 'date' && { endAdornment: <DayButton label={label} day={text} disabled={disabled} onDay={onText} /> })}
    />
  );
}

/** A choice that keeps in sight what is stored and no longer offered. */
function Choice({ label, field, text, onText, required, disabled, help, error }: TypedFieldProps) {
  const offered =
    field.type === 'boolean'
      ? [
          { value: 'true', text: t('records.true') },
          { value: 'false', text: t('records.false') },
        ]
      : (field.values ?? []).map((value) => ({ value, text: value }));
  const isOffered = text === '' || offered.some(({ value }) => value === text);
  return (
    <ChoiceField
      label={label}
      value={text}
      onChange={onText}
      none={t('value.none')}
      options={isOffered ? offered : [{ value: text, text }, ...offered]}
      required={required ?? false}
      disabled={disabled ?? false}
      help={help}
      error={error}
    />
  );
}
