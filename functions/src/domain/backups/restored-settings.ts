import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem, Storage, StorageChange } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { holdsUsers } from '../records/model/user-storage.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { storageOut, updateStorage } from '../storages/storages.ts';
import { orGap, restoreGap } from './restore-gap.ts';
import { restoredSignIn } from './restored-sign-in.ts';
import type { PartOutcome, Restoring } from './restoring.ts';

/** The settings of a new storage by those of a backup. Rules, which follow, decide about access. */
export function settingsOfNew({ settings }: { settings: Storage }): StorageChange {
  const { is_softDelete, endUserAccess, passwordRules, history, trashDays, hasRules } = settings;
  const { readOnly } = endUserAccess;
  return {
    is_softDelete,
    passwordRules,
    history,
    trashDays,
    endUserAccess: hasRules ? { read: 'none', write: 'none', readOnly } : endUserAccess,
    ...(holdsUsers(settings) ? { signIn: restoredSignIn(settings.signIn, {}).signIn } : {}),
  };
}

/** Names the settings that a new storage lacks. */
export function gapsOfNew({ place, backed: { settings } }: Pick<Restoring, 'place' | 'backed'>): FieldProblem[] {
  if (!holdsUsers(settings)) return [];
  const lost = place === 'beside' ? [restoreGap('signIn', 'restoreCopyUsers')] : restoredSignIn(settings.signIn, {}).gaps;
  if (place === 'beside') return lost;
  const teams = settings.signIn.teams ? [restoreGap('signIn.teams', 'restoreTeams')] : [];
  return [...lost, ...teams, restoreGap('password', 'restorePasswords')];
}

/** Gives a storage that is there its settings of that time. Its name and key stay: apps know it by them. */
export async function restoreSettings(services: Services, caller: Caller, restoring: Restoring): Promise<PartOutcome> {
  const { storage, isNew, isTrial, backed } = restoring;
  if (isNew || !storage) return { part: 'settings', gaps: gapsOfNew(restoring) };
  const { change, gaps } = wanted(storage, backed.settings);
  const now = storageOut(storage.id, storage.data);
  const differs = (Object.keys(change) as (keyof StorageChange & keyof Storage)[]).some(
    (name) => !isDeepStrictEqual(change[name], now[name]),
  );
  if (!differs) return { part: null, gaps };
  const path = { projectId: storage.data.projectId, storageId: storage.id };
  const failed = isTrial
    ? []
    : await orGap({ field: 'settings', key: 'restoreSettings' }, () =>
        updateStorage(services, { caller, path, change: { ...change, keepTrash: true } }),
      );
  return { part: failed.length > 0 ? null : 'settings', gaps: [...gaps, ...failed] };
}

function wanted({ data }: StorageRow, settings: Storage): { change: StorageChange; gaps: FieldProblem[] } {
  const { is_softDelete, endUserAccess, passwordRules, history, trashDays, hasRules } = settings;
  const { read = 'none', write = 'none' } = data.endUserAccess ?? {};
  const isRuled = hasRules || data.access !== undefined;
  const signIn = holdsUsers(data) && holdsUsers(settings) ? restoredSignIn(settings.signIn, data.signIn ?? {}) : null;
  return {
    change: {
      is_softDelete,
      endUserAccess: isRuled ? { read, write, readOnly: endUserAccess.readOnly } : endUserAccess,
      passwordRules,
      history,
      trashDays,
      ...(signIn && { signIn: signIn.signIn }),
    },
    gaps: signIn?.gaps ?? [],
  };
}
