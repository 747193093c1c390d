import { type ContactMessage, retentionDays } from '@bedplate/contract';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { contacts } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { newInInbox } from './inbox-document.ts';

const message = say('contactMany');
const perAddress = { scope: 'contact-ip', max: 5, windowMillis: 3600_000, message };
const perEmail = { scope: 'contact-email', max: 5, windowMillis: 3600_000, message };

/**
 * Keeps a message of the contact form for the staff's inbox and mails it to the team.
 * A sender that fills in the hidden field is taken for a program: it gets the usual answer, and its message is dropped.
 * @throws {ApiError} too-many-requests
 */
export async function receiveMessage(services: Services, contact: ContactMessage, address: string): Promise<void> {
  if (contact.website) return;
  await countAttempt(services, perAddress, address);
  await countAttempt(services, perEmail, contact.email.toLowerCase());
  const { id, millis } = services.makeId();
  const { name, email } = contact;
  const row = contacts.create(id, {
    fullName: name,
    email,
    subject: '',
    message: contact.message,
    ...newInInbox({ fullName: name, email, subject: '' }),
    createdAt: Timestamp.fromMillis(millis),
    expiresAt: Timestamp.fromMillis(millis + retentionDays.messages * 86_400_000),
  });
  const { publicOrigin, teamMail } = services.config;
  const mail = newMail(services, {
    to: { name: 'Bedplate', address: teamMail },
    template: 'contact',
    values: { name, email, message: contact.message, inbox: `${publicOrigin}/superadmin/feedbacks` },
  });
  await services.store.commit([row, mail.write]);
  await deliver(services, mail.id);
}
