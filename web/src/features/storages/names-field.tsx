import { useState } from 'react';
import { Field, type FieldProps } from '../../components/form/field.tsx';

/** Names with commas or line breaks between them; while they are typed they stay as they are typed. */
export function NamesField({
  names,
  between = ', ',
  onChange,
  ...field
}: Omit<FieldProps, 'onChange'> & { names: readonly string[]; between?: string; onChange: (names: string[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      {...field}
      multiline
      value={typed ?? names.join(between)}
      inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
      onChange={({ target: { value } }) => {
        setTyped(value);
        onChange(
          value
            .split(/[,，\n]/)
            .map((name) => name.trim())
            .filter(Boolean),
        );
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
