import CalendarToday from '@mui/icons-material/CalendarToday';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { format } from 'date-fns';
import { useEffect, useRef, useState } from 'react';
import { dayOfTyped, isoDay } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';
import { CalendarPopover } from './calendar-popover.tsx';
import { Field } from './field.tsx';
import { ZoneMark } from './zone-mark.tsx';

export interface DayBounds {
  /** The first and the last day that can be chosen. */
  min?: Date | null | undefined;
  max?: Date | null | undefined;
  /** Whether an empty field is refused. */
  required?: boolean | undefined;
}

interface DayInputProps extends DayBounds {
  label: string;
  text: string;
  /** The reason why the text is not used. */
  unread: string | null;
  /** Another problem of the value. */
  problem?: string | undefined;
  onText: (text: string) => void;
}

const pattern = () => t('date.pattern');

/**
 * A day as MM/dd/yyyy, in Chinese as yyyy/MM/dd, typed or chosen from a calendar; one as yyyy-MM-dd becomes that. Its text is the
 * caller's, and while `unread` is set the input's validity says so. The field names the zone of its days.
 */
export function DayInput({ label, text, min, max, required = false, unread, problem, onText }: DayInputProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.setCustomValidity(unread ?? ''), [unread]);
  return (
    <>
      <Field
        label={label}
        required={required}
        ref={input}
        value={text}
        onChange={(event) => onText(read(event.target.value.trim()))}
        placeholder={pattern().toUpperCase()}
        autoComplete="off"
        inputProps={{ maxLength: 10, 'aria-description': t('date.zone') }}
        error={unread ?? problem}
        endAdornment={
          <InputAdornment position="end">
            <ZoneMark />
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
        value={dayOfInput(text)}
        min={min}
        max={max}
        onChoose={(day) => {
          onText(inputOfDay(day));
          setAnchor(null);
        }}
      />
    </>
  );
}

/** The text of a field that follows its value when that changes elsewhere, but not what is half typed. */
export function useDayText(value: Date | null): [string, (text: string) => void] {
  const [text, setText] = useState(() => inputOfDay(value));
  const [seen, setSeen] = useState(() => inputOfDay(value));
  const given = inputOfDay(value);
  if (given !== seen) {
    setSeen(given);
    if (given !== text) setText(given);
  }
  return [text, setText];
}

/** @returns the day that a whole text names, else null */
export function dayOfInput(text: string): Date | null {
  const parts = pattern().split('/');
  const numbers = text.split('/').map(Number);
  const [year, month, day] = ['yyyy', 'MM', 'dd'].map((part) => numbers[parts.indexOf(part)] ?? Number.NaN) as [number, number, number];
  const date = new Date(year, month - 1, day);
  return !Number.isNaN(date.getTime()) && inputOfDay(date) === text ? date : null;
}

/** @returns why the text is no day that can be chosen; null when it is one, or empty and need not be there */
export function problemOfInput(text: string, { min, max, required }: DayBounds): string | null {
  if (text === '') return required ? t('date.missing') : null;
  const day = dayOfInput(text);
  if (!day) return sentences(t('date.invalid'), t('date.form', { form: inputOfDay(new Date(2026, 4, 31)) }));
  if (min && isoDay(day) < isoDay(min)) return t('date.tooEarly', { day: inputOfDay(min) });
  if (max && isoDay(day) > isoDay(max)) return t('date.tooLate', { day: inputOfDay(max) });
  return null;
}

function read(text: string): string {
  const day = dayOfTyped(text);
  return day ? inputOfDay(day) : text;
}

function inputOfDay(day: Date | null): string {
  return day ? format(day, pattern()) : '';
}
