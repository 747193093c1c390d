import type { Maintenance } from '@bedplate/contract';
import { useState } from 'react';
import { usePlatform } from '../../lib/platform/platform.ts';

const storageKey = 'maintenanceDismissed';

/**
 * The maintenance to announce, until the person dismisses it. The notice returns when the maintenance
 * begins or staff change it.
 */
export function useMaintenance(): { maintenance: Maintenance; isRunning: boolean; dismiss: () => void } | null {
  const platform = usePlatform();
  const [dismissed, setDismissed] = useState<string | null>(() =>
    typeof localStorage === 'undefined' ? null : localStorage.getItem(storageKey),
  );
  const maintenance = platform?.maintenance;
  if (!maintenance) return null;
  const { isRunning } = platform;
  const told = JSON.stringify([maintenance, isRunning]);
  if (told === dismissed) return null;
  const dismiss = () => {
    localStorage.setItem(storageKey, told);
    setDismissed(told);
  };
  return { maintenance, isRunning, dismiss };
}
