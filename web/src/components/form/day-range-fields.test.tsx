import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { dayOfText, isoDay } from '../../lib/time/days.ts';
import { DateField } from './date-field.tsx';
import { DayRangeFields } from './day-range-fields.tsx';

type Range = { from: Date | null; to: Date | null };

afterEach(() => vi.useRealTimers());

function open(first: Range, props: { max?: Date; required?: boolean } = {}) {
  const asked: (string | null)[][] = [];
  const set: { current: (range: Range) => void } = { current: () => {} };
  function Fields() {
    const [value, setValue] = useState(first);
    set.current = setValue;
    const change = (next: Range) => {
      asked.push([next.from && isoDay(next.from), next.to && isoDay(next.to)]);
      setValue(next);
    };
    return <DayRangeFields labels={{ from: 'From', to: 'To' }} value={value} onChange={change} {...props} />;
  }
  render(<Fields />);
  const user = userEvent.setup();
  const write = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label));
    if (text) await user.type(screen.getByLabelText(label), text);
  };
  const reason = (label: string) => screen.getByLabelText<HTMLInputElement>(label).validationMessage;
  return { asked, set, write, reason };
}

const may = (day: number) => new Date(2026, 4, day);

// Covers S2-2.i-07, S2-4-12
test('what the two fields show is asked for, and nothing else', async () => {
  const { asked, write, reason } = open({ from: may(1), to: may(5) });
  await write('From', '05/09/2026');
  expect(reason('From')).toBe('The end date must not be before the start date.');
  expect(asked.at(-1)).toEqual([null, '2026-05-05']); // the field was empty for a moment
  await write('To', '05/12/2026');
  expect(reason('From') + reason('To')).toBe('');
  expect(asked.at(-1)).toEqual(['2026-05-09', '2026-05-12']);
  await write('To', '05/02/2026');
  expect(reason('To')).toBe('The end date must not be before the start date.');
  await write('From', '');
  expect(asked.at(-1)).toEqual([null, '2026-05-02']);
});

test.each([
  ['05/21/2026', 'Choose 05/20/2026 or an earlier day: later ones have not begun in UTC.'],
  ['02/30/2026', 'Date input not valid. Type it as 05/31/2026.'],
  ['2026-02-30', 'Date input not valid. Type it as 05/31/2026.'],
  ['', 'Choose a day.'],
])('%j is refused with its own reason', async (text, reason) => {
  const { asked, write, reason: of } = open({ from: may(1), to: may(5) }, { max: may(20), required: true });
  await write('To', text);
  expect(of('To')).toBe(reason);
  expect(asked).toEqual([]);
});

test('a day in the form of a data view becomes one of this form', async () => {
  const { asked, write } = open({ from: null, to: null });
  await write('From', '2026-05-09');
  expect(screen.getByLabelText('From')).toHaveValue('05/09/2026');
  expect(asked.at(-1)).toEqual(['2026-05-09', null]);
});

test('days that change elsewhere show at once; a half typed one stays', async () => {
  const { set, write } = open({ from: may(1), to: null });
  await write('To', '05/0');
  act(() => set.current({ from: may(3), to: null }));
  expect(screen.getByLabelText('From')).toHaveValue('05/03/2026');
  expect(screen.getByLabelText('To')).toHaveValue('05/0');
});

// Covers S2-2.h-04
test.each(['Pacific/Pago_Pago', 'UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
  'in %s the calendar marks the day in UTC, and the field names the zone',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    vi.useFakeTimers({ now: Date.parse('2026-05-10T11:30:00Z'), toFake: ['Date'] });
    const onChange = vi.fn<(day: Date | null) => void>();
    render(<DateField label="Day" value={null} max={dayOfText('2026-05-10')!} onChange={onChange} />);
    expect(screen.getByText('UTC')).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByTitle('Choose date: Day'));
    const marked = await screen.findByRole('gridcell', { current: 'date' });
    expect(marked).toHaveTextContent('10');
    await user.click(marked);
    expect(isoDay(onChange.mock.lastCall![0]!)).toBe('2026-05-10');
  },
);
