import type { Services } from '../../services/services.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import { eraseRecord } from '../records/erasure/erase-record.ts';

/** Erases a record for good from the console. The activity log does not name it: a chosen id may be an address. */
export async function eraseItem(
  services: Services,
  {
    caller,
    path,
    withOwn,
  }: { caller: Caller; path: { projectId: string; storageId: string; itemId: string }; withOwn: boolean | undefined },
): Promise<{ isDone: boolean }> {
  const { projectId, storageId, itemId } = path;
  const storage = await findStorage(services, { caller, projectId, storageId });
  const row = activityWrite(services, {
    ...actorOf(caller),
    projectId,
    module: 'Storage Data',
    activity: 'Remove Storage Data',
    kind: 'recordErased',
    values: { who: caller.name, name: storage.data.storageName },
  });
  return eraseRecord(services.records, storage, { id: itemId, withOwn, actor: caller.uid, alsoWrites: [row] });
}
