import CalendarToday from '@mui/icons-material/CalendarToday';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { CalendarPopover } from '../../../components/form/calendar-popover.tsx';
import { dayOfText, isoDay } from '../../../lib/time/days.ts';
import { t } from '../../../texts/index.ts';

interface DayButtonProps {
  label: string;
  /** yyyy-MM-dd, or anything else for none. */
  day: string;
  disabled?: boolean | undefined;
  onDay: (day: string) => void;
}

/** Opens a calendar at the end of a field. */
export function DayButton({ label, day, disabled = false, onDay }: DayButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <InputAdornment position="end">
      <IconButton
        size="small"
        edge="end"
        disabled={disabled}
        title={t('date.choose', { label })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <CalendarToday sx={{ fontSize: 16 }} />
      </IconButton>
      <CalendarPopover
        anchor={anchor}
        align="right"
        value={dayOfText(day)}
        onClose={() => setAnchor(null)}
        onChoose={(chosen) => {
          onDay(isoDay(chosen));
          setAnchor(null);
        }}
      />
    </InputAdornment>
  );
}
