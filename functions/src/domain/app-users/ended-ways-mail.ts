import type { Services } from '../../services/services.ts';
import type { EndedWay } from '../../services/app-mail.ts';
import type { FoundUser } from './find-user.ts';
import { tellUser, type UserMail } from './tell-user.ts';

interface Ended {
  readonly appName: string;
  /** `proved`: the address was proved for the first time; `undone`: an earlier address came back. */
  readonly why: 'proved' | 'undone';
  readonly hasFactor?: boolean;
  readonly passkeys: number;
  readonly identities?: number;
}

/** @param user with the address that gets the mail @returns the mail that lists which ways of somebody else may have ended; null where none did */
export function tellOfEndedWays(
  services: Services,
  user: Pick<FoundUser, 'name' | 'email' | 'app'>,
  { appName, why, hasFactor = false, passkeys, identities = 0 }: Ended,
): UserMail | null {
  const ways: EndedWay[] = [
    ...(hasFactor ? (['factor'] as const) : []),
    ...(passkeys > 0 ? (['passkeys'] as const) : []),
    ...(identities > 0 ? (['identities'] as const) : []),
  ];
  if (ways.length === 0) return null;
  return tellUser(services, user, { template: 'app-user-ways-ended', values: { name: user.name, app: appName, why, ways } });
}
