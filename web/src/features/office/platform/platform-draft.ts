import { type PlatformSettings, switchNames } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';

/** Settings that staff have not saved yet. */
export type PlatformDraft = Pick<PlatformSettings, 'switches' | 'maintenance'>;

/** A difference between two states, and what it means for people. */
export interface PlatformDifference {
  what: string;
  consequence: string;
}

export function differencesOf(before: PlatformDraft, after: PlatformDraft): PlatformDifference[] {
  const turned = switchNames.filter((name) => before.switches[name] !== after.switches[name]);
  return [
    ...turned.map((name) => {
      const isOn = after.switches[name];
      const what = t(isOn ? 'operations.turnsOn' : 'operations.turnsOff', { name: t(`switch.${name}.title`) });
      return { what, consequence: isOn ? t('operations.onAgain') : t(`switch.${name}.whenOff`) };
    }),
    ...maintenanceDifference(before.maintenance, after.maintenance),
  ];
}

function maintenanceDifference(before: PlatformDraft['maintenance'], after: PlatformDraft['maintenance']): PlatformDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!after) return [{ what: t('operations.takenBack'), consequence: before?.message ?? '' }];
  return [{ what: t(before ? 'operations.changed' : 'operations.announced'), consequence: after.message }];
}
