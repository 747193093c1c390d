import { useState } from 'react';
import { t } from '../../../texts/index.ts';
import { dayOfText } from '../../../lib/time/days.ts';
import { DayField } from './day-field.tsx';
import type { View } from '../queries/view.ts';

type Range = Pick<View, 'startDate' | 'endDate'>;

/** Start and end day. Only a range that makes sense reaches the table. */
export function DateRange({ shown, onRange }: { shown: Range; onRange: (range: Range) => void }) {
  const [typed, setTyped] = useState({ range: shown, shown });
  // A link may show other days than were typed here.
  const range = isSame(typed.shown, shown) || isSame(typed.range, shown) ? typed.range : shown;
  const change = (part: Partial<Range>) => {
    const next = { ...range, ...part };
    setTyped({ range: next, shown });
    if (isComplete(next.startDate) && isComplete(next.endDate) && !endsEarly(next)) onRange(next);
  };
  return (
    <>
      <DayField label={t('records.startDate')} text={range.startDate} onText={(startDate) => change({ startDate })} />
      <DayField
        label={t('records.endDate')}
        text={range.endDate}
        onText={(endDate) => change({ endDate })}
        from={dayOfText(range.startDate)}
        error={endsEarly(range) ? t('date.order') : undefined}
      />
    </>
  );
}

function isSame(one: Range, other: Range): boolean {
  return one.startDate === other.startDate && one.endDate === other.endDate;
}

function isComplete(text: string): boolean {
  return text === '' || dayOfText(text) !== null;
}

function endsEarly({ startDate, endDate }: Range): boolean {
  return dayOfText(startDate) !== null && dayOfText(endDate) !== null && endDate < startDate;
}
