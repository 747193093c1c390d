import CalendarToday from '@mui/icons-material/CalendarToday';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useRef, useState } from 'react';
import { CalendarPopover } from '../../../components/form/calendar-popover.tsx';
import { ZoneMark } from '../../../components/form/zone-mark.tsx';
import { dayOfText, dayOfTyped, isoDay } from '../../../lib/time/days.ts';
import { t } from '../../../texts/index.ts';
import { sentences } from '../../../texts/sentences.ts';

interface DayFieldProps {
  /** Name and placeholder. */
  label: string;
  /** The text in the field, even when it is not a day. */
  text: string;
  onText: (text: string) => void;
  error?: string | undefined;
  /** The calendar offers no day before this one. */
  from?: Date | null;
}

/**
 * A day as yyyy-MM-dd, typed or chosen from a calendar, small enough for a toolbar. The text is the
 * caller's: `dayOfText` reads it. A day in the form of other fields becomes one of this form.
 */
export function DayField({ label, text, onText, error, from }: DayFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const problem =
    error ?? (text !== '' && dayOfText(text) === null ? sentences(t('date.invalid'), t('date.form', { form: '2026-05-31' })) : undefined);
  return (
    <FormControl error={Boolean(problem)} sx={{ width: { xs: 'calc(50% - 4px)', sm: 176 } }}>
      <OutlinedInput
        ref={field}
        placeholder={label}
        value={text}
        onChange={(event) => onText(read(event.target.value.trim()))}
        inputProps={{
          'aria-label': label,
          'aria-invalid': Boolean(problem),
          'aria-describedby': problem ? id : undefined,
          'aria-description': t('date.zone'),
          maxLength: 10,
          autoComplete: 'off',
        }}
        endAdornment={
          <InputAdornment position="end">
            <ZoneMark />
            <IconButton size="small" edge="end" aria-label={t('records.openCalendar', { label })} onClick={() => setAnchor(field.current)}>
              <CalendarToday sx={{ fontSize: 16 }} />
            </IconButton>
          </InputAdornment>
        }
      />
      {problem && (
        <FormHelperText id={id} role="alert">
          {problem}
        </FormHelperText>
      )}
      <CalendarPopover
        anchor={anchor}
        align="left"
        onClose={() => setAnchor(null)}
        value={dayOfText(text)}
        min={from}
        onChoose={(day) => {
          onText(isoDay(day));
          setAnchor(null);
        }}
      />
    </FormControl>
  );
}

function read(text: string): string {
  const day = dayOfTyped(text);
  return day ? isoDay(day) : text;
}
