import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { isValid } from 'date-fns';
import { useId, useState } from 'react';
import { t } from '../texts/index.ts';

interface DateFieldProps {
  label: string;
  value: Date | null;
  min?: Date | null;
  max?: Date | null;
  /** Called with a whole, allowed date or null; what is half typed stays in the field. */
  onChange: (day: Date | null) => void;
}

/** A day as MM/dd/yyyy, typed or picked. Needs a LocalizationProvider around it. */
export function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const labelId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Box>
      <FormLabel id={labelId} sx={{ display: 'block', mb: 1.5 }}>
        {label}
      </FormLabel>
      <DatePicker
        format="MM/dd/yyyy"
        value={value}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        onError={(error) => setProblem(error && (error === 'minDate' || error === 'maxDate' ? t('date.order') : t('date.invalid')))}
        onChange={(day, { validationError }) => {
          if (validationError === null && (day === null || isValid(day))) onChange(day);
        }}
        slotProps={{
          textField: { fullWidth: true, size: 'small', helperText: problem, 'aria-labelledby': labelId },
          field: { clearable: true },
        }}
      />
    </Box>
  );
}
