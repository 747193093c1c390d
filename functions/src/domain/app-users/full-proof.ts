import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { requireOwnFactor } from './asked-proof.ts';
import type { FoundUser } from './find-user.ts';
import { type Proved, requireFreshProof } from './fresh-proof.ts';
import type { GivenFactor } from './prove-factor.ts';

/** As `Proved`, with an answer of the second factor of whoever has one. */
export interface FullyProved extends Proved {
  readonly given?: GivenFactor | undefined;
}

/**
 * Asks again for all that a sign-in asks for, before a way in is made or taken away: a thief of a token who knows the password has no
 * second factor, and must not come by a way that goes without one. Decision 095.
 * @throws {ApiError} as requireFreshProof and requireOwnFactor
 */
export async function requireFullProof(services: Services, storage: StorageRow, { given, ...proved }: FullyProved): Promise<FoundUser> {
  const user = await requireFreshProof(services, storage, proved);
  await requireOwnFactor(services, storage, { user, given });
  return user;
}
