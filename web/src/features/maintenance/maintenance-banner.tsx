import { useMaintenance } from './use-maintenance.ts';
import { MaintenanceNotice } from './maintenance-notice.tsx';

/** Tells of a maintenance on every page of the console, from its announcement to its end. */
export function MaintenanceBanner() {
  const told = useMaintenance();
  return told && <MaintenanceNotice {...told} onDismiss={told.dismiss} />;
}
