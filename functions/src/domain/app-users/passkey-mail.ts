import type { Services } from '../../services/services.ts';
import type { PasskeyChange } from '../../services/app-mail.ts';
import type { FoundUser } from './find-user.ts';
import { tellUser, type UserMail } from './tell-user.ts';

export function tellOfPasskey(
  services: Services,
  user: Pick<FoundUser, 'name' | 'email' | 'app'>,
  { appName, passkey, what }: { appName: string; passkey: string; what: PasskeyChange },
): UserMail | null {
  return tellUser(services, user, { template: 'app-user-passkey', values: { name: user.name, app: appName, passkey, what } });
}
