import Box from '@mui/material/Box';
import { useState } from 'react';
import type { DayRange } from '../../lib/time/day-range.ts';
import { isoDay } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';
import { type DayBounds, DayInput, dayOfInput, problemOfInput, useDayText } from './day-input.tsx';

interface DayRangeFieldsProps extends Pick<DayBounds, 'max' | 'required'> {
  labels: { from: string; to: string };
  value: DayRange;
  width?: number | string;
  /** Called with both days, and only while the two fields show a range. */
  onChange: (range: DayRange) => void;
}

/**
 * The first and the last day of a range. What the fields show is what is asked for: while they show
 * no range, the field that was changed last says why.
 */
export function DayRangeFields({ labels, value, width = 196, max, required, onChange }: DayRangeFieldsProps) {
  const [from, setFrom] = useDayText(value.from);
  const [to, setTo] = useDayText(value.to);
  const [changed, setChanged] = useState<'from' | 'to'>('to');
  const bounds = { max, required };
  const [unreadFrom, unreadTo] = [problemOfInput(from, bounds), problemOfInput(to, bounds)];
  const order = !unreadFrom && !unreadTo && isReversed(from, to) ? t('date.order') : null;
  // On a phone letters are larger: a date and its zone need the whole line.
  const box = { width: { xs: '100%', sm: width } };
  const change = (name: 'from' | 'to', text: string) => {
    setChanged(name);
    (name === 'from' ? setFrom : setTo)(text);
    const next = { from, to, [name]: text };
    const isRange = [next.from, next.to].every((each) => problemOfInput(each, bounds) === null) && !isReversed(next.from, next.to);
    if (isRange) onChange({ from: dayOfInput(next.from), to: dayOfInput(next.to) });
  };
  return (
    <>
      <Box sx={box}>
        <DayInput
          label={labels.from}
          text={from}
          max={earlier(dayOfInput(to), max)}
          unread={unreadFrom ?? (changed === 'from' ? order : null)}
          onText={(text) => change('from', text)}
        />
      </Box>
      <Box sx={box}>
        <DayInput
          label={labels.to}
          text={to}
          min={dayOfInput(from)}
          max={max}
          unread={unreadTo ?? (changed === 'to' ? order : null)}
          onText={(text) => change('to', text)}
        />
      </Box>
    </>
  );
}

function isReversed(from: string, to: string): boolean {
  const [first, last] = [dayOfInput(from), dayOfInput(to)];
  return first !== null && last !== null && isoDay(last) < isoDay(first);
}

function earlier(a: Date | null, b: Date | null | undefined): Date | null {
  if (!a || !b) return a ?? b ?? null;
  return a < b ? a : b;
}
