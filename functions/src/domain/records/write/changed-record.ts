import { teams } from '../../../store/collections.ts';
import { gone } from '../../../store/model/values.ts';
import { remove, set, update, type Write } from '../../../store/model/writes.ts';
import { departure } from '../model/departure.ts';
import { accountPath, deletedPath, privatePath, recordPath } from '../model/paths.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { absent, creationOf, type InFlightRecord, passwordOf } from './in-flight-record.ts';
import { recordChanges } from './record-changes.ts';

/** @returns the writes that take a record from its state before to its state now */
export function writesOf(changed: InFlightRecord): Write[] {
  const { storage, key, before, now, index, hash } = changed;
  const record = recordPath(storage.id, key);
  const deleted = deletedPath(storage.id, key);
  const writes: Write[] = [];
  if (now.live && before.live && index?.before) {
    const { changes, flags } = recordChanges(before.live, now.live, { ...index, before: index.before });
    writes.push(update(record, changes, { flags }));
    if (typeof hash === 'string') writes.push(passwordOf(storage.id, key, hash));
  } else writes.push(...creationOf(changed));
  if (!now.live && before.live) writes.push(remove(record));
  if (now.deleted && now.deleted !== before.deleted) writes.push(set(deleted, now.deleted));
  if (!now.deleted && before.deleted) writes.push(remove(deleted));
  if (hash === null && (before.live?.hasPassword || before.deleted?.hasPassword)) writes.push(remove(privatePath(storage.id, key)));
  if (before !== absent && !now.live && now.deleted?.kind === 'tombstone' && isUserStorage(storage))
    writes.push(remove(accountPath(storage.id, key)), ...leftTeams(storage.id, key, before.live?.teams ?? before.deleted?.teams));
  writes.push(...departure({ storageId: storage.id, key }, before.live, now.live));
  return writes;
}

/** Of a user who is gone for good: teams name their members as well, and the team is there as long as the user's document names it. */
function leftTeams(storageId: string, key: string, of: Readonly<Record<string, string>> = {}): Write[] {
  return Object.keys(of).map((id) => update(teams(storageId).path(id), { [`members.${key}`]: gone }));
}
