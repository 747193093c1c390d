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

/**
 * The part of a storage's rules that LiveSync can decide: none, own and all; `rules` where each record says by labels who may see it.
 * The same of named keys, of which none has records of its own.
 */
export interface LiveReach {
  readonly users: EndUserReach | 'rules';
  readonly keys: 'none' | 'all' | 'rules';
}
