import { log } from '../../config/log.ts';
import { type MailTemplate, type MailValues, renderMail } from '../../services/templates.ts';
import type { Services } from '../../services/services.ts';
import { inTurns } from '../../runtime/in-turns.ts';
import { mail } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { seal, unseal } from '../../crypto/crypt.ts';
import { mailsOf } from './mails-of.ts';

export interface Letter<T extends MailTemplate> {
  to: { name: string; address: string };
  template: T;
  values: MailValues[T];
  /** Of a mail to an app user: where the owner's texts are, and the language of the user's record. */
  app?: { storageId: string; language: string | null } | undefined;
}

const leaseMillis = 30_000;
const keepMillis = 7 * 24 * 3600_000;
/** After this many failures a mail stays in the outbox as failed. */
const maxAttempts = 8;

/**
 * Makes a mail for the outbox, to be written in the commit that it reports.
 * @param givenId for a mail that must not be created twice
 * @returns the write, and the id for `deliver` after the commit
 */
export function newMail<T extends MailTemplate>(services: Services, letter: Letter<T>, givenId?: string): { id: string; write: Write } {
  const { id: madeId, millis } = services.makeId();
  const id = givenId ?? madeId;
  const write = mail.create(id, {
    to: letter.to,
    template: letter.template,
    ...(letter.app && { app: letter.app }),
    payload: seal(services.config.keyEncryptionKey, JSON.stringify(letter.values), mail.path(id)),
    delivery: { state: 'processing', attempts: 0, error: null, leaseUntil: Timestamp.fromMillis(millis + leaseMillis) },
    createdAt: Timestamp.fromMillis(millis),
    expiresAt: Timestamp.fromMillis(millis + keepMillis),
  });
  return { id, write };
}

/** Puts a mail into the outbox by itself, and sends it. */
export async function sendMail<T extends MailTemplate>(services: Services, letter: Letter<T>): Promise<void> {
  const { id, write } = newMail(services, letter);
  await services.store.commit([write]);
  await deliver(services, id);
}

/** Sends a mail that the caller has just queued. After a failure `retryMail` sends it later. */
export async function deliver(services: Services, id: string): Promise<void> {
  const document = (await services.store.mail.get(id))?.data;
  if (!document?.payload) return; // it was sent, or has failed for good
  const attempts = document.delivery.attempts + 1;
  try {
    const values = JSON.parse(unseal(services.config.keyEncryptionKey, document.payload, mail.path(id))) as MailValues[MailTemplate]; // sealed by newMail
    const app = document.app && { mails: (await mailsOf(services.store, document.app.storageId)).mails, language: document.app.language };
    await services.mailer.send(id, { to: document.to, mail: renderMail(document.template as MailTemplate, values, app), from: app?.mails });
  } catch (error) {
    log.warn('mail.failed', { mailId: id, template: document.template, attempts }, error);
    await services.store.commit([
      mail.update(id, { delivery: { state: 'error', attempts, error: String(error).slice(0, 300), leaseUntil: null } }),
    ]);
    return;
  }
  // Codes and links are worth stealing, so the body is removed once it is sent.
  await services.store.commit([
    mail.update(id, { payload: null, delivery: { state: 'success', attempts, error: null, leaseUntil: null } }),
  ]);
  log.info('mail.sent', { mailId: id, template: document.template, attempts });
}

/**
 * Sends failed mails, and those whose request died, on a schedule. One server that does not answer keeps others waiting in this run alone.
 * @returns how many were tried
 */
export async function retryMail(services: Services, runMillis = 180_000): Promise<number> {
  const until = services.clock() + runMillis;
  const waiting = await services.store.mail.query({ where: [['delivery.state', 'in', ['error', 'processing']]], limit: 100 });
  let tried = 0;
  await inTurns(waiting.rows, { now: services.clock, until }, async ({ id }) => {
    if (await services.store.transaction((tx) => claim(tx, id, services.clock()))) {
      await deliver(services, id);
      tried += 1;
    }
    return false;
  });
  return tried;
}

/** Two runs at the same time cannot claim the same mail. */
async function claim(tx: Transaction, id: string, now: number): Promise<boolean> {
  const delivery = (await tx.mail.get(id))?.data.delivery;
  const free = delivery && delivery.state !== 'success' && delivery.state !== 'failed' && (delivery.leaseUntil?.toMillis() ?? 0) < now;
  if (!free) return false;
  if (delivery.attempts >= maxAttempts) {
    tx.write(mail.update(id, { payload: null, 'delivery.state': 'failed' }));
    return false;
  }
  tx.write(mail.update(id, { 'delivery.state': 'processing', 'delivery.leaseUntil': Timestamp.fromMillis(now + leaseMillis) }));
  return true;
}
