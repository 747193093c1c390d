import type { Maintenance } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { t } from '../../texts/index.ts';
import { sentences } from '../../texts/sentences.ts';
import { maintenanceTimes } from './maintenance-times.ts';

interface MaintenanceNoticeProps {
  maintenance: Maintenance;
  isRunning: boolean;
  /** Absent in a preview. */
  onDismiss?: () => void;
}

/** When, what, and whether changes are refused meanwhile. */
export function MaintenanceNotice({ maintenance, isRunning, onDismiss }: MaintenanceNoticeProps) {
  return (
    <Alert
      severity={isRunning ? 'warning' : 'info'}
      component="output"
      onClose={onDismiss}
      slotProps={{ closeButton: { 'aria-label': t('maintenance.dismiss') } }}
      sx={onDismiss && { borderRadius: 0, borderBottom: 1, borderColor: 'divider', px: { xs: 4, sm: 6 } }}
    >
      <Box component="strong" sx={{ fontWeight: 600 }}>
        {whenOf(maintenance, isRunning)}
      </Box>{' '}
      {sentences(maintenance.message, maintenance.readOnly && t(isRunning ? 'maintenance.readOnlyNow' : 'maintenance.readOnlyThen'))}
    </Alert>
  );
}

function whenOf(maintenance: Maintenance, isRunning: boolean): string {
  const times = maintenanceTimes(maintenance);
  if (isRunning) return maintenance.endsAt ? t('maintenance.until', times) : t('maintenance.now');
  return maintenance.endsAt ? t('maintenance.fromTo', times) : t('maintenance.from', times);
}
