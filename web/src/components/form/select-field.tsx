import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Select from '@mui/material/Select';
import { type ReactNode, type Ref, useId } from 'react';

interface SelectFieldProps {
  label: string;
  options: readonly { value: string; text: string }[];
  help?: ReactNode;
  error?: string | undefined;
  name: string;
  value: string;
  disabled?: boolean;
  required?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLSelectElement>;
}

/** A labelled choice: the browser's own select, which phones and keyboards know. */
export function SelectField({
  label,
  options,
  help,
  error,
  name,
  value,
  disabled = false,
  required,
  onChange,
  onBlur,
  ref,
}: SelectFieldProps) {
  const id = useId();
  const below = error === undefined ? help : error;
  const describedBy = below ? `${id}-below` : undefined;
  return (
    <FormControl fullWidth error={Boolean(error)} disabled={disabled}>
      <Box sx={{ mb: 1.5 }}>
        <FormLabel htmlFor={id}>{label}</FormLabel>
      </Box>
      <Select
        native
        name={name}
        value={value}
        inputRef={ref}
        onChange={(event) => onChange(event.target.value)}
        {...(onBlur ? { onBlur } : {})}
        slotProps={{
          input: { id, 'aria-required': required || undefined, 'aria-describedby': describedBy, 'aria-invalid': Boolean(error) },
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
      {below && (
        <FormHelperText id={describedBy} role={error ? 'alert' : undefined}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}
