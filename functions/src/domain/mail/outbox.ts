import { type DocumentReference, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { log } from '../../config/log.ts';
import { type MailTemplate, type MailValues, renderMail } from '../../services/templates.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { MailDocument } from '../../store/documents/documents.ts';
import { seal, unseal } from '../../crypto/crypt.ts';

export interface Letter<T extends MailTemplate> {
  to: { name: string; address: string };
  template: T;
  values: MailValues[T];
}

const leaseMillis = 30_000;
const keepMillis = 7 * 24 * 3600_000;
/** After so many failures a mail stays in the outbox as failed. */
export const maxAttempts = 8;

/**
 * Puts a mail into the outbox as part of a commit: what the commit says and the mail stand or fall together.
 * @param givenId for a mail that must not be created twice @returns its id, for `deliver` after the commit
 */
export function queueMail<T extends MailTemplate>(
  services: Services,
  commit: { create(ref: DocumentReference<MailDocument>, document: MailDocument): unknown },
  letter: Letter<T>,
  givenId?: string,
): string {
  const { id: madeId, millis } = services.makeId();
  const id = givenId ?? madeId;
  const document: MailDocument = {
    to: letter.to,
    template: letter.template,
    payload: seal(services.config.keyEncryptionKey, JSON.stringify(letter.values), `mail/${id}`),
    delivery: { state: 'processing', attempts: 0, error: null, leaseUntil: Timestamp.fromMillis(millis + leaseMillis) },
    createdAt: Timestamp.fromMillis(millis),
    expiresAt: Timestamp.fromMillis(millis + keepMillis),
  };
  const ref = collections(services.db).mail.doc(id);
  commit.create(ref, document);
  return id;
}

/** Sends a mail that the caller has just queued. A failure is kept for `retryMail`: the person is told that a mail comes, and it does. */
export async function deliver(services: Services, id: string): Promise<void> {
  const ref = collections(services.db).mail.doc(id);
  const document = (await ref.get()).data();
  if (!document?.payload || document.delivery.state === 'success') return;
  const attempts = document.delivery.attempts + 1;
  try {
    const values = JSON.parse(unseal(services.config.keyEncryptionKey, document.payload, `mail/${id}`)) as MailValues[MailTemplate]; // sealed by queueMail
    await services.mailer.send(id, document.to, renderMail(document.template as MailTemplate, values));
  } catch (error) {
    log.warn('mail.failed', { mailId: id, template: document.template, attempts }, error);
    await ref.update({ delivery: { state: 'error', attempts, error: String(error).slice(0, 300), leaseUntil: null } });
    return;
  }
  // Codes and links are worth stealing, so the body goes once it is sent.
  await ref.update({ payload: null, delivery: { state: 'success', attempts, error: null, leaseUntil: null } });
  log.info('mail.sent', { mailId: id, template: document.template, attempts });
}

/** Sends what a request could not: failed mails, and those whose request died. Runs on a schedule. */
export async function retryMail(services: Services): Promise<number> {
  const { mail } = collections(services.db);
  const now = Timestamp.fromMillis(services.clock());
  const waiting = await mail.where('delivery.state', 'in', ['error', 'processing']).limit(100).get();
  const due: string[] = [];
  for (const { ref } of waiting.docs) {
    if (await services.db.runTransaction((tx) => claim(tx, ref, now))) due.push(ref.id);
  }
  for (const id of due) await deliver(services, id);
  return due.length;
}

/** Two runs at the same time cannot claim the same mail. */
async function claim(tx: Transaction, ref: DocumentReference<MailDocument>, now: Timestamp): Promise<boolean> {
  const delivery = (await tx.get(ref)).data()?.delivery;
  const free =
    delivery && delivery.state !== 'success' && delivery.state !== 'failed' && (delivery.leaseUntil?.toMillis() ?? 0) < now.toMillis();
  if (!free) return false;
  if (delivery.attempts >= maxAttempts) {
    tx.update(ref, { payload: null, 'delivery.state': 'failed' });
    return false;
  }
  tx.update(ref, { 'delivery.state': 'processing', 'delivery.leaseUntil': Timestamp.fromMillis(now.toMillis() + leaseMillis) });
  return true;
}
