import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { deliver } from '../mail/outbox.ts';

/**
 * Hides from the time of an answer whether an address is known, at registration and login.
 * Decision 016.
 */
export async function inNoLessThan<T>({ config }: Pick<Services, 'config'>, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), pause(config.evenMillis)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/**
 * The same for work that ends with a mail to a known address only. The answer does not wait for the mail server, which may take
 * any time: what is not sent by then is sent afterwards, or by the outbox's schedule.
 * @param work commits and returns the ids of the queued mails: one, several, or null when there is none to send
 */
export async function mailingEvenly(services: Services, work: () => Promise<string | null | readonly string[]>): Promise<void> {
  await inNoLessThan(services, async () => {
    const mailIds = [(await work()) ?? []].flat();
    for (const mailId of mailIds) deliver(services, mailId).catch((error: unknown) => log.warn('mail.later', { mailId }, error));
  });
}
