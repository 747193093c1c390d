import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';

interface SwitchFieldProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A yes or no within a form. */
export function SwitchField({ label, checked, disabled = false, onChange }: SwitchFieldProps) {
  return (
    <FormControlLabel
      sx={{ ml: 0, gap: 2 }}
      control={<Switch checked={checked} disabled={disabled} onChange={(_, isChecked) => onChange(isChecked)} />}
      label={label}
    />
  );
}
