import type { Services } from '../../services/services.ts';
import type { MailTemplate } from '../../services/templates.ts';
import type { Write } from '../../store/model/writes.ts';
import { deliver, type Letter, newMail } from '../mail/outbox.ts';
import type { FoundUser } from './find-user.ts';

export interface UserMail {
  readonly write: Write;
  readonly deliver: () => Promise<void>;
}

/** @returns the mail that tells a user of a change, to be written with the change; null for a user whom no mail reaches */
export function tellUser<T extends MailTemplate>(
  services: Services,
  { name, email, app }: Pick<FoundUser, 'name' | 'email' | 'app'>,
  mail: Pick<Letter<T>, 'template' | 'values'>,
): UserMail | null {
  if (email === null) return null;
  const { id, write } = newMail(services, { to: { name, address: email }, app, ...mail });
  return { write, deliver: () => deliver(services, id) };
}
