import { useState } from 'react';
import { t } from '../../../texts/index.ts';
import { dayOfText } from '../../../lib/time/days.ts';
import { DayField } from './day-field.tsx';
import type { View } from '../queries/view.ts';

type Range = Pick<View, 'startDate' | 'endDate'>;

/** Start and end day. Only a range that makes sense reaches the table. */
export function DateRange({ onRange }: { onRange: (range: Range) => void }) {
  const [range, setRange] = useState<Range>({ startDate: '', endDate: '' });
  const change = (part: Partial<Range>) => {
    const next = { ...range, ...part };
    setRange(next);
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

function isComplete(text: string): boolean {
  return text === '' || dayOfText(text) !== null;
}

function endsEarly({ startDate, endDate }: Range): boolean {
  return dayOfText(startDate) !== null && dayOfText(endDate) !== null && endDate < startDate;
}
