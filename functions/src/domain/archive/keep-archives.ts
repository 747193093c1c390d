import type { ArchiveSetting } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';

/** Says whether what is older than 30 days in the archive is deleted for good. The days of notice begin with the switch. */
export async function setPurgeArchives(services: Services, caller: Caller, { purgeArchives }: ArchiveSetting): Promise<void> {
  const { tenantId } = accountOf(caller);
  const now = Timestamp.fromMillis(services.clock());
  await services.store.commit([
    tenants.update(tenantId, { purgeArchives, purgeArchivesSince: purgeArchives ? now : null, updatedAt: now }),
    activityWrite(services, {
      ...actorOf(caller),
      projectId: null,
      module: 'Users',
      activity: 'Update Account',
      kind: 'settingsChanged',
      values: { who: caller.name },
    }),
  ]);
}
