import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';

interface CheckListProps<V extends string> {
  label: string;
  options: readonly { value: V; text: string }[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
  required?: boolean;
  error?: string | undefined;
}

/** A labelled choice of several from a list, in the list's order. */
export function CheckList<V extends string>({ label, options, chosen, onChange, required, error }: CheckListProps<V>) {
  const id = useId();
  const toggle = (value: V, isChosen: boolean) =>
    onChange(options.map((option) => option.value).filter((each) => (each === value ? isChosen : chosen.includes(each))));
  return (
    <Box
      component="fieldset"
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-below` : undefined}
      sx={{ m: 0, p: 0, minWidth: 0, border: 0 }}
    >
      <FormLabel id={`${id}-label`} component="div" error={Boolean(error)} required={required ?? false}>
        {label}
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mt: 1 }}>
        {options.map(({ value, text }) => (
          <FormControlLabel
            key={value}
            label={text}
            slotProps={{ typography: { sx: { overflowWrap: 'anywhere' } } }}
            control={<Checkbox size="small" checked={chosen.includes(value)} onChange={(_, isChosen) => toggle(value, isChosen)} />}
          />
        ))}
      </Box>
      {error && (
        <FormHelperText id={`${id}-below`} role="alert" error sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
