import { create, remove, set, update, type Write } from '../../../store/model/writes.ts';
import { departure } from '../model/owner.ts';
import { deletedPath, privatePath, recordPath } from '../model/paths.ts';
import type { Cell } from './cells.ts';
import { recordChanges } from './record-changes.ts';

/** What brings a record from how it was to how it shall be. */
export function cellWrites({ storage, key, before, now, index, hash }: Cell): Write[] {
  const record = recordPath(storage.id, key);
  const deleted = deletedPath(storage.id, key);
  const writes: Write[] = [];
  if (now.live && index) {
    if (before.live && index.before) {
      const { changes, flags } = recordChanges(before.live, now.live, { ...index, before: index.before });
      writes.push(update(record, changes, undefined, flags));
    } else writes.push(create(record, { ...now.live, idx: index.now.idx }, index.now.tokens));
  }
  if (!now.live && before.live) writes.push(remove(record));
  if (now.deleted && now.deleted !== before.deleted) writes.push(set(deleted, now.deleted));
  if (!now.deleted && before.deleted) writes.push(remove(deleted));
  if (typeof hash === 'string') writes.push(set(privatePath(storage.id, key), { password: hash }));
  if (hash === null && (before.live?.hasPassword || before.deleted?.hasPassword)) writes.push(remove(privatePath(storage.id, key)));
  writes.push(...departure(storage.id, key, before.live, now.live));
  return writes;
}
