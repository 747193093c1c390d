import { t } from '../../texts/public.ts';
import { maintenanceTimes } from '../maintenance/maintenance-times.ts';
import { useMaintenance } from '../maintenance/use-maintenance.ts';
import { MenuIcon } from '../../components/site-icons.tsx';

/** Tells visitors of a maintenance, as the console does. */
export function SiteMaintenance() {
  const told = useMaintenance();
  if (!told) return null;
  const { maintenance, isRunning, dismiss } = told;
  const times = maintenanceTimes(maintenance);
  const announced = maintenance.endsAt ? t('maintenance.fromTo', times) : t('maintenance.from', times);
  const running = maintenance.endsAt ? t('maintenance.until', times) : t('maintenance.now');
  return (
    <output className={isRunning ? 'site-maintenance running' : 'site-maintenance'}>
      <span>
        <strong>{isRunning ? running : announced}</strong> {maintenance.message}
      </span>
      <button type="button" className="icon-button" aria-label={t('maintenance.dismiss')} onClick={dismiss}>
        <MenuIcon open />
      </button>
    </output>
  );
}
