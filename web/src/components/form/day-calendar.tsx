import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { zhCN as chineseTexts } from '@mui/x-date-pickers/locales';
import { setYear } from 'date-fns';
import { zhCN } from 'date-fns/locale/zh-CN';
import { useState } from 'react';
import { isoDay, today } from '../../lib/time/days.ts';
import { YearPage } from './year-page.tsx';

export interface DayCalendarProps {
  value: Date | null;
  min?: Date | null | undefined;
  max?: Date | null | undefined;
  onChoose: (day: Date) => void;
}

const chinese = {
  adapterLocale: zhCN,
  localeText: chineseTexts.components.MuiLocalizationProvider.defaultProps.localeText,
};

/** A month to choose a day from; its title leads to the years, twelve on a page. */
export function DayCalendar({ value, min, max, onChoose }: DayCalendarProps) {
  const [month, setMonth] = useState(() => value ?? inside(today(), min, max));
  const [years, setYears] = useState(false);
  // The calendar opens at the chosen day as long as no other year was asked for.
  const [chosen, setChosen] = useState(value);
  const language = document.documentElement.lang === 'zh' ? chinese : {};
  if (years)
    return (
      <YearPage
        year={month.getFullYear()}
        min={min?.getFullYear()}
        max={max?.getFullYear()}
        onChoose={(year) => {
          setMonth(inside(setYear(month, year), min, max));
          setChosen(null);
          setYears(false);
        }}
      />
    );
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} {...language}>
      <DateCalendar
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opened at the person's wish and belongs to the keyboard now
        autoFocus
        value={chosen}
        referenceDate={month}
        view="day"
        slots={{ day: Day }}
        slotProps={{ calendarHeader: { format: document.documentElement.lang === 'zh' ? 'yyyy年M月' : 'MMMM yyyy' } }}
        onViewChange={(view) => setYears(view === 'year')}
        onMonthChange={setMonth}
        onChange={(day: Date | null, state) => day && state === 'finish' && onChoose(day)}
      />
    </LocalizationProvider>
  );
}

/** The ring is around today in UTC, which may not be the browser's. */
function Day(props: PickerDayProps) {
  const isToday = isoDay(props.day as Date) === isoDay(today());
  return <PickerDay {...props} today={isToday} aria-current={isToday ? 'date' : undefined} />;
}

function inside(day: Date, min?: Date | null, max?: Date | null): Date {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}
