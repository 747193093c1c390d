import type { Services } from '../../services/services.ts';
import type { Write } from '../../store/model/writes.ts';
import { requireDataApiOpen } from '../platform/require-on.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { provenWrite, withoutFactor, withoutOtherWays } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import type { Challenge } from './challenges.ts';
import type { FoundUser } from './find-user.ts';
import type { SeenCaller } from './seen-caller.ts';
import { tellOfEndedWays } from './ended-ways-mail.ts';
import { signInOrAskOf } from './sign-in-or-ask.ts';
import { closeSessions } from './own-sessions.ts';

interface Proved {
  readonly user: FoundUser;
  readonly from: SeenCaller;
  readonly appName: string;
  readonly byMail?: boolean;
  readonly alsoWrites?: readonly Write[];
}

/** @returns whether somebody who has not proved the address may have set up a way in */
export function hasWaysOfOthers({ isProven, mark, factor, identities, passkeys }: FoundUser): boolean {
  return !isProven && (mark !== '' || factor !== null || Object.keys(identities).length > 0 || Object.keys(passkeys).length > 0);
}

/**
 * Gives an account to whoever has just proved its address for the first time. Every way in that was set up before goes, and every
 * session: the mark of a user without a password differs from that of every earlier session. A mail tells the owner what has gone.
 */
export async function takeOver(
  services: Services,
  storage: StorageRow,
  { user, alsoWrites = [], ...call }: Proved,
): Promise<SignedIn | Challenge> {
  await requireDataApiOpen(services, 'PUT', `/users/${storage.id}`);
  const input = { fields: {}, password: null, operations: new Map<string, never>() };
  const { factor, identities, passkeys } = user;
  const told = tellOfEndedWays(services, user, {
    appName: call.appName,
    why: 'proved',
    hasFactor: factor !== null,
    passkeys: Object.keys(passkeys).length,
    identities: Object.keys(identities).length,
  });
  await closeSessions(services.records, storage, { key: user.key });
  await writeRecords(services.records, [{ op: 'update', id: user.key, storage, input, where: '' }], {
    actor: `user:${user.key}`,
    hook: {
      alsoWrites: () => [
        provenWrite(storage.id, user),
        withoutFactor(storage.id, user.key),
        ...withoutOtherWays(storage.id, user),
        ...(told ? [told.write] : []),
        ...alsoWrites,
      ],
    },
  });
  await told?.deliver();
  return signInOrAskOf(services, storage, { key: user.key, ...call });
}
