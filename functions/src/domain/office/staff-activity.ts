import type { Services } from '../../services/services.ts';
import type { Write } from '../../store/model/writes.ts';
import { type ActivityEntry, activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';

type Done = Pick<ActivityEntry, 'tenantId' | 'adminId' | 'activity' | 'kind' | 'values'>;

/** Makes the row that tells an account's owner what staff have done, to be written in the commit of the change. */
export function staffActivity(services: Services, { uid: userId }: Caller, done: Done): Write {
  return activityWrite(services, { ...done, userId, projectId: null, module: 'Administration' });
}
