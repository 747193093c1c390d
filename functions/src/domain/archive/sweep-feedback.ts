import { retentionDays } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { feedback } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { removeFolder } from './purges.ts';

const perRun = 100;

/**
 * Removes messages that are past their time, with their pictures: a policy of the database would leave those.
 * @returns their number
 */
export async function sweepFeedback(services: Services, runMillis = 40_000): Promise<number> {
  const until = services.clock() + runMillis;
  const before = Timestamp.fromMillis(services.clock() - retentionDays.messages * 86_400_000);
  const { rows } = await services.store.feedback.query({ where: [['createdAt', '<', before]], select: [], limit: perRun });
  let removed = 0;
  for (const { id } of rows) {
    if (services.clock() >= until) break;
    const isGone = await removeMessage(services, id, until).catch((error: unknown) => log.warn('feedback.late', { id }, error));
    if (isGone) removed += 1;
  }
  return removed;
}

/** The pictures first: without the message nobody would find them any more. @returns whether it is gone */
export async function removeMessage(services: Services, id: string, until: number): Promise<boolean> {
  if (!(await removeFolder(services, `feedback/${id}/`, until))) return false;
  await services.store.commit([feedback.remove(id)]);
  return true;
}
