import { type PlatformSettings, switchNames } from '@bedplate/contract';
import { pick } from 'es-toolkit';
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

/** @returns what stands now, with what the draft has changed of what stood before */
export function draftOver(now: PlatformDraft, { draft, before }: { draft: PlatformDraft; before: PlatformDraft }): PlatformDraft {
  const own = switchNames.filter((name) => draft.switches[name] !== before.switches[name]);
  return {
    switches: { ...now.switches, ...pick(draft.switches, own) },
    maintenance: isSame(draft.maintenance, before.maintenance) ? now.maintenance : draft.maintenance,
  };
}

function maintenanceDifference(before: PlatformDraft['maintenance'], after: PlatformDraft['maintenance']): PlatformDifference[] {
  if (isSame(before, after)) return [];
  if (!after) return [{ what: t('operations.takenBack'), consequence: before?.message ?? '' }];
  return [{ what: t(before ? 'operations.changed' : 'operations.announced'), consequence: after.message }];
}

function isSame(a: PlatformDraft['maintenance'], b: PlatformDraft['maintenance']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
