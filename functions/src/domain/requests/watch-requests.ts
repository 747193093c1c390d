import { watchMinutes } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { projects } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';

/**
 * Lets lines of the project be written within two seconds for a while. Instances hear of it by the project's document, which they follow
 * anyway: a watch costs one write, and nothing while nobody looks.
 */
export async function watchRequests(services: Services, caller: Caller, projectId: string): Promise<{ until: string }> {
  await findProject(services, caller, projectId);
  const until = services.clock() + watchMinutes * 60_000;
  await services.store.commit([projects.update(projectId, { requestsWatchedUntil: Timestamp.fromMillis(until) })]);
  return { until: new Date(until).toISOString() };
}
