import { create, remove, set, type Write } from '../../store/writes.ts';
import { departure } from '../records/owner.ts';
import { deletedPath, privatePath, recordPath } from '../records/paths.ts';
import type { Cell } from './cells.ts';

/** What brings a record from how it was to how it shall be. */
export function cellWrites({ storage, key, before, now, hash }: Cell): Write[] {
  const record = recordPath(storage.id, key);
  const deleted = deletedPath(storage.id, key);
  const writes: Write[] = [];
  if (now.live && now.live !== before.live) writes.push(before.live ? set(record, now.live) : create(record, now.live));
  if (!now.live && before.live) writes.push(remove(record));
  if (now.deleted && now.deleted !== before.deleted) writes.push(set(deleted, now.deleted));
  if (!now.deleted && before.deleted) writes.push(remove(deleted));
  if (typeof hash === 'string') writes.push(set(privatePath(storage.id, key), { password: hash }));
  if (hash === null && (before.live?.hasPassword || before.deleted?.hasPassword)) writes.push(remove(privatePath(storage.id, key)));
  writes.push(...departure(storage.id, key, before.live, now.live));
  return writes;
}
