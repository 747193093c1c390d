import type { Services } from '../../services/services.ts';
import type { SecondFactorWay } from '@bedplate/contract';
import type { FactorChange } from '../../services/app-mail.ts';
import type { FoundUser } from './find-user.ts';
import { tellUser, type UserMail } from './tell-user.ts';

export function tellOfFactor(
  services: Services,
  user: Pick<FoundUser, 'name' | 'email' | 'app'>,
  { appName, what, way = 'totp' }: { appName: string; what: FactorChange; way?: SecondFactorWay | undefined },
): UserMail | null {
  return tellUser(services, user, { template: 'app-user-factor', values: { name: user.name, app: appName, what, way } });
}
