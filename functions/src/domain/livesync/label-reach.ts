import { type AccessPart, limits, type LiveSyncClaims } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { type CallerCaches, grantCaller, isConcerned } from '../grants/grant-caller.ts';
import { type HeldLabels, heldLabels } from '../grants/held-labels.ts';
import { areOutdated, isKept, labelAgain } from '../grants/labelling.ts';
import { decidedLive } from '../grants/live-reach.ts';
import { storedGrants } from '../grants/stored-grants.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

/** Records with labels of one user or key. */
export interface LabelReach {
  readonly held: HeldLabels;
  /** As in `LiveLabels`. */
  readonly since: number;
}

type Ruled = StorageRow & { readonly data: { readonly access: AccessPart } };

/** Is in no record: who has no label yet has a listener all the same, and is told nothing. */
const noLabel = '-';

/**
 * @returns what rules with conditions show an app user or a named key live
 * @throws {ApiError} permission-denied with what LiveSync cannot decide, or for somebody whom no rule is about; unavailable while records
 * get their labels
 */
export async function labelReach(
  services: CallerCaches & Pick<Services, 'store' | 'records' | 'clock'>,
  caller: ApiCaller,
  storage: Ruled,
): Promise<LabelReach> {
  const { access, storageKey } = storage.data;
  const grants = await storedGrants(services, storage.id, access.version);
  const them = caller.userId === undefined ? 'keys' : 'users';
  const decided = decidedLive(storage, grants);
  const isOutdated = areOutdated(storage);
  if (isOutdated) await labelAgain(services, storage.id, grants);
  if (decided[them] !== 'rules') {
    const undecided = decided.undecided[them].join(', ');
    throw closed(`LiveSync cannot decide the rules of "${storageKey}" (${undecided}). Read its records with a list.`);
  }
  const who = await grantCaller(services, caller);
  if (!grants.some((grant) => grant.verbs.includes('list') && isConcerned(who, grant.who)))
    throw closed('The rules of this storage do not let you list records.');
  const recipes = decided.recipes.filter(({ key }) => (key === undefined) === (them === 'users'));
  if (!access.labels || !recipes.every((recipe) => isKept(storage, recipe)))
    throw closed(`LiveSync decides the rules of "${storageKey}" once they are saved again. Until then read its records with a list.`);
  if (isOutdated || !access.labels.isReady) {
    const message = `The records of "${storageKey}" are being prepared for LiveSync by the rules of the storage. Ask again in a minute.`;
    throw new ApiError('unavailable', message, { retryAfter: 10, by: 'access-of-users' });
  }
  const held = heldLabels(who, storage);
  if (held.labels.length > limits.liveLabels) {
    const most = `LiveSync follows at most ${limits.liveLabels} teams and values of one user in a storage`;
    throw closed(`${most}, and the rules of "${storageKey}" show this one ${held.labels.length}. Read its records with a list.`);
  }
  return { held: held.labels.length > 0 ? held : { ...held, labels: [noLabel] }, since: access.labels.since };
}

/** @returns the claims by which the rules of Firestore know what labels a user has, and whether they are still the user's */
export function labelClaims(
  storages: readonly { readonly id: string; readonly reach: LabelReach }[],
): Pick<LiveSyncClaims, 'labels' | 'uf' | 'ut'> {
  const labels = Object.fromEntries(storages.map(({ id, reach }) => [id, { v: reach.since, of: [...reach.held.labels] }]));
  const fields = storages.flatMap(({ reach }) => reach.held.fields ?? []);
  const ut = storages.find(({ reach }) => reach.held.teams)?.reach.held.teams;
  return { labels, ...(fields.length > 0 && { uf: Object.assign({}, ...fields) }), ...(ut && { ut: { ...ut } }) };
}

function closed(message: string): ApiError {
  return new ApiError('permission-denied', message, { by: 'access-of-users' });
}
