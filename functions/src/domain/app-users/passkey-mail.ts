import type { Services } from '../../services/services.ts';
import type { PasskeyChange } from '../../services/templates.ts';
import type { Write } from '../../store/model/writes.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import type { FoundUser } from './find-user.ts';

/** @returns the mail that tells a user of a passkey, to be written with the change; null for a user whom no mail reaches */
export function tellOfPasskey(
  services: Services,
  { name, email }: Pick<FoundUser, 'name' | 'email'>,
  { appName, passkey, what }: { appName: string; passkey: string; what: PasskeyChange },
): { write: Write; deliver: () => Promise<void> } | null {
  if (email === null) return null;
  const { id, write } = newMail(services, {
    to: { name, address: email },
    template: 'app-user-passkey',
    values: { name, app: appName, passkey, what },
  });
  return { write, deliver: () => deliver(services, id) };
}
