import { createHash } from 'node:crypto';
import { equalTexts } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { wrong } from './challenges.ts';
import type { PendingIdentity } from './provider-callback.ts';
import { opened } from './start-provider.ts';

/**
 * @param taken the challenge, which is used up whether the verifier is right or not: a code that was put into somebody else's page is dead
 * @throws {ApiError} unauthenticated
 */
export function takeIdentity(
  services: Services,
  storage: StorageRow,
  { taken, verifier }: { taken: SignInChallengeDocument; verifier: string },
): PendingIdentity {
  const found = opened(services, storage, taken.pending) as PendingIdentity; // sealed by backFromProvider
  const given = createHash('sha256').update(verifier).digest('base64url');
  if (!equalTexts(given, found.codeChallenge)) throw wrong();
  return found;
}
