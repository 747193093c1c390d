import { type PlatformSettings, switchNames, usualSettings } from '@bedplate/contract';
import { Timestamp } from '../store/model/values.ts';
import type { PlatformDocument } from '../store/documents/documents.ts';
import { isoOrNull } from '../store/model/iso.ts';

/** The document's id in `settings`. */
export const platformId = 'platform';

/** @param stored undefined before the first change: everything is on then */
export function settingsOf(stored: PlatformDocument | undefined): PlatformSettings {
  if (!stored) return usualSettings;
  const { switches, maintenance, demo = null, updatedAt, updatedBy } = stored;
  return {
    switches: Object.fromEntries(switchNames.map((name) => [name, switches[name] ?? true])) as PlatformSettings['switches'], // one for each
    maintenance: maintenance && {
      ...maintenance,
      startsAt: isoOrNull(maintenance.startsAt),
      endsAt: isoOrNull(maintenance.endsAt),
    },
    demo,
    updatedAt: isoOrNull(updatedAt),
    updatedBy,
  };
}

export function documentOf({ switches, maintenance, demo }: Pick<PlatformSettings, 'switches' | 'maintenance' | 'demo'>) {
  return {
    switches,
    maintenance: maintenance && {
      ...maintenance,
      startsAt: timeOf(maintenance.startsAt),
      endsAt: timeOf(maintenance.endsAt),
    },
    demo,
  };
}

function timeOf(iso: string | null): Timestamp | null {
  return iso === null ? null : Timestamp.fromMillis(Date.parse(iso));
}
