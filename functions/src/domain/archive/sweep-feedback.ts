import { limits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { feedback } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { removeFolder } from './purges.ts';

const perRun = 100;

/**
 * Removes messages that are past their time, with their pictures: a policy of the database would leave those.
 * @returns their number
 */
export async function sweepFeedback(services: Services): Promise<number> {
  const before = Timestamp.fromMillis(services.clock() - limits.messageDays * 86_400_000);
  const { rows } = await services.store.feedback.query({ where: [['createdAt', '<', before]], select: [], limit: perRun });
  for (const { id } of rows) await removeMessage(services, id);
  return rows.length;
}

/** The pictures first: without the message nobody would find them any more. */
export async function removeMessage(services: Services, id: string): Promise<void> {
  await removeFolder(services, `feedback/${id}/`);
  await services.store.commit([feedback.remove(id)]);
}
