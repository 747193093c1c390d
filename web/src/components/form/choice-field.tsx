import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useId } from 'react';

interface ChoiceFieldProps {
  label: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
  /** The label of the empty choice, for example 'Select'. */
  none?: string;
  required?: boolean;
  disabled?: boolean;
  help?: ReactNode;
  error?: string | undefined;
}

/** A labelled choice from a list; the browser's own, which every keyboard and phone knows. */
export function ChoiceField({ label, value, options, onChange, none, required, disabled, help, error }: ChoiceFieldProps) {
  const id = useId();
  const below = error ?? help;
  return (
    <FormControl fullWidth error={Boolean(error)} disabled={disabled ?? false}>
      <Box sx={{ mb: 1.5 }}>
        <FormLabel htmlFor={id}>{label}</FormLabel>
      </Box>
      <NativeSelect
        value={value}
        onChange={(event) => onChange(event.target.value)}
        input={<OutlinedInput />}
        inputProps={{
          id,
          'aria-required': required || undefined,
          'aria-invalid': Boolean(error),
          'aria-describedby': below ? `${id}-below` : undefined,
        }}
        sx={{ '& option': { bgcolor: 'background.paper', color: 'text.primary' }, '& select': { pr: '32px !important' } }}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(({ value: option, text }) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </NativeSelect>
      {below && (
        <FormHelperText id={`${id}-below`} role={error ? 'alert' : undefined}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}
