import { type FormEvent, useState } from 'react';
import { t } from '../../texts/index.ts';
import '../../texts/half-typed.ts';
import { Field, type FieldProps } from './field.tsx';

type PartedFieldProps = FieldProps & { type: 'datetime-local' | 'number'; inputProps?: Record<string, unknown> };

/** A field that a browser takes in parts. While a part is missing it is empty to the form, and says so. */
export function PartedField({ error, inputProps, ...field }: PartedFieldProps) {
  const [isHalf, setHalf] = useState(false);
  const look = ({ target }: FormEvent) => setHalf(target instanceof HTMLInputElement && target.validity.badInput);
  return (
    <div onBlur={look} onInput={isHalf ? look : undefined}>
      <Field {...field} error={isHalf ? t('field.half') : error} inputProps={{ ...inputProps, onInvalid: look }} />
    </div>
  );
}
