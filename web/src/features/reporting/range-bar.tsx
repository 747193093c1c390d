import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { endOfDay } from 'date-fns';
import { useState } from 'react';
import { DateField } from '../../components/form/date-field.tsx';
import { t } from '../../texts/index.ts';
import { currentWeek, previousRange, type ReportDays, todayInUtc } from '../../lib/report-days.ts';

/**
 * From and to, a step back by the range's own length, and the way back. Days after today cannot be
 * chosen.
 */
export function RangeBar({ days, onChange }: { days: ReportDays; onChange: (days: ReportDays) => void }) {
  const [steps, setSteps] = useState(0);
  const [today] = useState(() => endOfDay(todayInUtc()));
  const jump = (next: ReportDays, step: number) => {
    setSteps(step);
    onChange(next);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}>
      {/* Keyed by the range: a jump replaces what is typed. */}
      <Box key={steps} sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <Box sx={{ width: 168 }}>
          <DateField label={t('reporting.from')} value={days.from} max={days.to} onChange={(from) => from && onChange({ ...days, from })} />
        </Box>
        <Box sx={{ width: 168 }}>
          <DateField
            label={t('reporting.to')}
            value={days.to}
            min={days.from}
            max={today}
            onChange={(to) => to && onChange({ ...days, to })}
          />
        </Box>
      </Box>
      <Button variant="outlined" color="inherit" sx={{ mt: '26px' }} onClick={() => jump(previousRange(days), steps + 1)}>
        {t('reporting.previousWeek')}
      </Button>
      {steps > 0 && (
        <Button variant="text" sx={{ mt: '26px' }} onClick={() => jump(currentWeek(), 0)}>
          {t('reporting.backToCurrent')}
        </Button>
      )}
    </Box>
  );
}
