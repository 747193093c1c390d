import CalendarToday from '@mui/icons-material/CalendarToday';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { format, isValid, parse } from 'date-fns';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../texts/index.ts';
import { CalendarPopover } from './calendar-popover.tsx';
import { Field } from './field.tsx';

interface DateFieldProps {
  label: string;
  value: Date | null;
  min?: Date | null;
  max?: Date | null;
  /** Another problem of the value. */
  problem?: string | undefined;
  /**
   * Called with a whole, allowed day or null; what is half typed stays in the field, and a
   * FormDialog with it is not sent.
   */
  onChange: (day: Date | null) => void;
}

const pattern = 'MM/dd/yyyy';

/**
 * A day as MM/dd/yyyy, typed or chosen from a calendar. While its text is no allowed day the
 * input's validity says so.
 */
export function DateField({ label, value, min, max, problem, onChange }: DateFieldProps) {
  const [text, setText] = useState(value ? format(value, pattern) : '');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const unread = (text !== '' && problemOf(text, min, max)) || null;
  useEffect(() => input.current?.setCustomValidity(unread ?? ''), [unread]);
  const change = (next: string) => {
    setText(next);
    if (next === '' || problemOf(next, min, max) === null) onChange(dayOf(next));
  };
  return (
    <>
      <Field
        label={label}
        ref={input}
        value={text}
        onChange={(event) => change(event.target.value.trim())}
        placeholder={pattern.toUpperCase()}
        autoComplete="off"
        inputProps={{ maxLength: 10 }}
        error={unread ?? problem}
        endAdornment={
          <InputAdornment position="end">
            <IconButton size="small" edge="end" title={t('date.choose', { label })} onClick={(event) => setAnchor(event.currentTarget)}>
              <CalendarToday sx={{ fontSize: 16 }} />
            </IconButton>
          </InputAdornment>
        }
      />
      <CalendarPopover
        anchor={anchor}
        align="right"
        onClose={() => setAnchor(null)}
        value={dayOf(text)}
        min={min}
        max={max}
        onChoose={(day) => {
          change(format(day, pattern));
          setAnchor(null);
        }}
      />
    </>
  );
}

function dayOf(text: string): Date | null {
  const day = parse(text, pattern, new Date(0));
  return isValid(day) && format(day, pattern) === text ? day : null;
}

function problemOf(text: string, min: Date | null | undefined, max: Date | null | undefined): string | null {
  const day = dayOf(text);
  if (!day) return t('date.invalid');
  const outside = (min && day < startOf(min)) || (max && day > max);
  return outside ? t('date.order') : null;
}

function startOf(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate());
}
