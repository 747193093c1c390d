import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import type { SignedIn } from '../../domain/app-users/authenticate.ts';
import type { Challenge } from '../../domain/app-users/challenges.ts';
import { shownToSelf } from '../../domain/app-users/reach.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { Answer } from '../../http/handle.ts';

/** @returns a challenge as it is, a session with what its user may see of the record */
export function answerTo(caller: ApiCaller, storage: StorageRow, given: SignedIn | Challenge): Answer {
  return isChallenge(given) ? given : { ...given, data: shownToSelf(caller, storage, given.data) };
}

export function isChallenge(given: SignedIn | Challenge): given is Challenge {
  return 'challenge' in given;
}
