import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import { lazy, Suspense } from 'react';
import { useOpened } from '../../lib/use-opened.ts';
import { t } from '../../texts/index.ts';
import type { DayCalendarProps } from './day-calendar.tsx';

const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }));

interface CalendarPopoverProps extends DayCalendarProps {
  /** The element that the calendar opens below; null closes it. */
  anchor: HTMLElement | null;
  align: 'left' | 'right';
  onClose: () => void;
}

/**
 * A calendar that opens below a field. Its code is as large as a page's own, so it is loaded when
 * the calendar is first opened.
 */
export function CalendarPopover({ anchor, align, onClose, ...calendar }: CalendarPopoverProps) {
  const opened = useOpened(anchor !== null);
  if (!opened) return null;
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: align }}
      transformOrigin={{ vertical: 'top', horizontal: align }}
    >
      <Suspense fallback={<Box component="output" aria-label={t('loading')} sx={{ display: 'block', width: 320, height: 334 }} />}>
        <DayCalendar {...calendar} />
      </Suspense>
    </Popover>
  );
}
