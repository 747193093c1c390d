import type { ContactMessage } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { newInInbox } from './inbox-document.ts';

const message = 'You have sent several messages already. Please wait an hour, or write to us by mail.';
const perAddress = { scope: 'contact-ip', max: 5, windowMillis: 3600_000, message };
const perEmail = { scope: 'contact-email', max: 5, windowMillis: 3600_000, message };

/**
 * Keeps a message of the contact form for the staff's inbox and mails it to the team.
 * What fills in the hidden field is taken for a program: it gets the usual answer, and nothing is kept.
 * @throws {ApiError} too-many-requests
 */
export async function receiveMessage(services: Services, contact: ContactMessage, address: string): Promise<void> {
  if (contact.website) return;
  await countAttempt(services, perAddress, address);
  await countAttempt(services, perEmail, contact.email.toLowerCase());
  const { id, millis } = services.makeId();
  const { name, email } = contact;
  const batch = services.db.batch();
  batch.create(collections(services.db).contacts.doc(id), {
    fullName: name,
    email,
    subject: '',
    message: contact.message,
    ...newInInbox({ fullName: name, email, subject: '' }),
    createdAt: Timestamp.fromMillis(millis),
  });
  const { publicOrigin, teamMail } = services.config;
  const mailId = queueMail(services, batch, {
    to: { name: 'Bedplate', address: teamMail },
    template: 'contact',
    values: { name, email, message: contact.message, inbox: `${publicOrigin}/superadmin/feedbacks` },
  });
  await batch.commit();
  await deliver(services, mailId);
}
