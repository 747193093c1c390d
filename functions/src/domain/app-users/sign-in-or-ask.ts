import { messages } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Write } from '../../store/model/writes.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { askedFactor } from './asked-factor.ts';
import type { SignedIn } from './authenticate.ts';
import { beginSession } from './begin-session.ts';
import type { Challenge } from './challenges.ts';
import { type FoundUser, userOfKey } from './find-user.ts';
import type { Identity } from './identity.ts';
import type { SeenCaller } from './seen-caller.ts';

interface FirstFactor {
  readonly user: FoundUser;
  readonly from: SeenCaller;
  /** The person has proved to read the mail: another mail proves nothing more. */
  readonly byMail?: boolean;
  /** As an authenticator app shows the entry. */
  readonly appName: string;
  readonly alsoWrites?: readonly Write[];
  /** Links an account elsewhere, which is a way in: whoever has a second factor proves that first. */
  readonly links?: { readonly identity: Identity; readonly writes: readonly Write[] };
}

/**
 * Every way of signing in ends here, once the person has proved to be the user. Decision 075.
 * @returns the session; a challenge where the storage has the second factor on, and the user has one or must set one up
 */
export async function signInOrAsk(
  services: Services,
  storage: StorageRow,
  { user, from, appName, byMail = false, alsoWrites: always = [], links }: FirstFactor,
): Promise<SignedIn | Challenge> {
  const asked = askedFactor(storage, user, services.clock());
  const alsoWrites = asked === 'own' ? always : [...always, ...(links?.writes ?? [])];
  if (asked === 'none') return beginSession(services, storage, { user, from, alsoWrites });
  const { askFactor, askNewFactor } = await import('./ask-factor.ts'); // most storages have it off
  if (asked === 'own') return askFactor(services, storage, { user, byMail, alsoWrites, links: links?.identity });
  return askNewFactor(services, storage, { user, purpose: 'new-factor', appName, byMail, alsoWrites });
}

/** As `signInOrAsk`, for a user who was written a moment ago. */
export async function signInOrAskOf(
  services: Services,
  storage: StorageRow,
  { key, ...call }: { key: string } & Omit<FirstFactor, 'user'>,
): Promise<SignedIn | Challenge> {
  const user = await userOfKey(services, storage.id, key);
  if (!user) throw new ApiError('unauthenticated', messages.sessionEnded);
  return signInOrAsk(services, storage, { user, ...call });
}
