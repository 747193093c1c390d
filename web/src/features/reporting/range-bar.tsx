import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { DayRangeFields } from '../../components/form/day-range-fields.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/reporting.ts';
import { today } from '../../lib/time/days.ts';
import { currentWeek, previousRange, type ReportDays } from '../../lib/report-days.ts';

/** Beside the fields, and not beside their labels; on a phone it is below both. */
const belowLabels = { xs: 0, sm: '26px' };

/**
 * From and to, a step back by the range's own length, and the way back. Days after today cannot be
 * chosen.
 */
export function RangeBar({ days, onChange }: { days: ReportDays; onChange: (days: ReportDays) => void }) {
  const [steps, setSteps] = useState(0);
  const [last] = useState(today);
  const jump = (next: ReportDays, step: number) => {
    setSteps(step);
    onChange(next);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}>
      {/* Keyed by the range: a jump replaces what is typed. */}
      <Box key={steps} sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <DayRangeFields
          labels={{ from: t('reporting.from'), to: t('reporting.to') }}
          value={days}
          max={last}
          required
          onChange={({ from, to }) => from && to && onChange({ from, to })}
        />
      </Box>
      <Button variant="outlined" color="inherit" sx={{ mt: belowLabels }} onClick={() => jump(previousRange(days), steps + 1)}>
        {t('reporting.previousWeek')}
      </Button>
      {steps > 0 && (
        <Button variant="text" sx={{ mt: belowLabels }} onClick={() => jump(currentWeek(), 0)}>
          {t('reporting.backToCurrent')}
        </Button>
      )}
    </Box>
  );
}
