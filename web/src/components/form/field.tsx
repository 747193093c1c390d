import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, type Ref, useId } from 'react';

export interface FieldProps extends Omit<OutlinedInputProps, 'error' | 'label' | 'ref' | 'notched'> {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  /** At the label's right: an info tip, a link. */
  aside?: ReactNode;
  /** Reaches the input element, so react-hook-form can focus it. */
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input: label above, help or the error below. Takes react-hook-form's `register` result. */
export function Field({
  label,
  help,
  error,
  aside,
  ref,
  id,
  required,
  inputProps,
  ...input
}: FieldProps & { inputProps?: Record<string, unknown> }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const below = error === undefined ? help : error;
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1.5 }}>
        <FormLabel htmlFor={inputId}>{label}</FormLabel>
        {aside}
      </Box>
      <OutlinedInput
        {...input}
        id={inputId}
        inputRef={ref}
        slotProps={{
          ...input.slotProps,
          input: {
            dir: 'auto',
            ...inputProps,
            'aria-required': required || undefined,
            'aria-invalid': Boolean(error),
            'aria-describedby': below ? `${inputId}-below` : undefined,
          },
        }}
      />
      {below && (
        <FormHelperText id={`${inputId}-below`} role={error ? 'alert' : undefined}>
          {below}
        </FormHelperText>
      )}
    </FormControl>
  );
}
