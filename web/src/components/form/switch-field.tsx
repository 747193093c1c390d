import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useId } from 'react';

interface SwitchFieldProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
}

/** A yes or no within a form, with a complaint about it below. */
export function SwitchField({ label, checked, disabled = false, onChange, error }: SwitchFieldProps) {
  const id = useId();
  const complaint = error && { 'aria-invalid': true, 'aria-describedby': id };
  return (
    <FormControl error={Boolean(error)}>
      <FormControlLabel
        sx={{ ml: 0, gap: 2 }}
        control={
          <Switch
            checked={checked}
            disabled={disabled}
            onChange={(_, isChecked) => onChange(isChecked)}
            slotProps={{ input: complaint || {} }}
          />
        }
        label={label}
      />
      {error && (
        <FormHelperText id={id} role="alert">
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
}
