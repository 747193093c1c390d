import type { EndUserAccess, EndUserReach } from './storage.ts';
import type { Grant, GrantVerb } from './grant.ts';

const reads: readonly GrantVerb[] = ['list', 'read'];
const writes: readonly GrantVerb[] = ['create', 'update', 'delete'];

/** Named keys, which do what their own verbs let them. */
const keys: Grant = { who: { key: '*' }, verbs: [...reads, ...writes] };

/**
 * The rules that none, own and all stand for.
 * @param holdsUsers in a users storage a record is the user itself, which only a sign-up makes
 */
export function grantsOf({ read, write }: Pick<EndUserAccess, 'read' | 'write'>, holdsUsers: boolean): Grant[] {
  const own = { owner: holdsUsers ? 'id' : 'userId' };
  const writable = holdsUsers ? writes.filter((verb) => verb !== 'create') : writes;
  const by = (reach: EndUserReach, verbs: readonly GrantVerb[]): Grant[] =>
    reach === 'none' ? [] : [{ who: reach === 'own' ? own : 'signedIn', verbs: [...verbs] }];
  if (read === write) return [keys, ...by(read, [...reads, ...writable])];
  return [keys, ...by(read, reads), ...by(write, writable)];
}

/** The part of a storage's rules that LiveSync can decide, as none, own and all; and whether named keys hear every record. */
export interface LiveReach {
  readonly users: EndUserReach;
  readonly keys: boolean;
}

/**
 * A listener gets whole documents and is asked for again by nobody: only a rule without conditions and hidden fields reaches it, for all
 * records or the user's own. Where another rule shows app users more than that, LiveSync would show them less than a list: it shows nothing.
 */
export function liveReachOf(grants: readonly Grant[], holdsUsers: boolean): LiveReach {
  const shown = grants.filter(({ verbs }) => verbs.includes('list') || verbs.includes('read'));
  const plain = shown.filter((grant) => isPlain(grant));
  const keysHear = plain.some(({ who }) => who === 'anyone' || isEveryKey(who));
  if (plain.some(({ who }) => who === 'anyone' || who === 'signedIn')) return { users: 'all', keys: keysHear };
  const own = holdsUsers ? 'id' : 'userId';
  const ofUsers = shown.filter(({ who }) => !isKey(who));
  const isOwn =
    ofUsers.length > 0 &&
    ofUsers.every((grant) => isPlain(grant) && typeof grant.who === 'object' && 'owner' in grant.who && grant.who.owner === own);
  return { users: isOwn ? 'own' : 'none', keys: keysHear };
}

function isPlain({ verbs, if: condition, fields }: Grant): boolean {
  return verbs.includes('list') && verbs.includes('read') && isAlways(condition) && (fields?.hidden ?? []).length === 0;
}

function isAlways(condition: Grant['if']): boolean {
  return condition === undefined || condition.some((terms) => terms.length === 0);
}

function isKey(who: Grant['who']): boolean {
  return typeof who === 'object' && 'key' in who;
}

function isEveryKey(who: Grant['who']): boolean {
  return typeof who === 'object' && 'key' in who && who.key === '*';
}
