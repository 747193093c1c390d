import {
  askedOf,
  type EndUserReach,
  type Grant,
  type GrantTerm,
  type GrantValue,
  limits,
  type LiveAsk,
  type LiveReach,
  type LiveRecipe,
} from '@bedplate/contract';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { typeIn } from '../records/write/live-labels.ts';

/** The part of rules that LiveSync can decide, and by which labels. */
export interface DecidedLive extends LiveReach {
  /** Of those who hear by `rules`. */
  readonly recipes: LiveRecipe[];
  /** The reasons why it decides nothing for them, in plain words; empty where it decides. */
  readonly undecided: { readonly users: readonly string[]; readonly keys: readonly string[] };
}

type Decided<T> = Pick<DecidedLive, 'recipes'> & { readonly reach: T; readonly undecided: readonly string[] };

/**
 * A listener gets whole documents, and is asked for again by the rules of Firestore alone. So app users hear all records where a rule
 * shows them all, and their own ones where no rule shows more. Other rules are decided by labels in the records, as long as values
 * that are equal are all they ask for. Where one of them asks for more, LiveSync would show less than a list: it shows nothing. Named keys
 * hear all records, or those with labels, in the same way.
 */
export function decidedLive(storage: StorageRow, grants: readonly Grant[]): DecidedLive {
  const shown = grants.filter(isRead);
  const users = decidedForUsers(storage, shown);
  const keys = decidedForKeys(storage, shown);
  return {
    users: users.reach,
    keys: keys.reach,
    recipes: [...users.recipes, ...keys.recipes],
    undecided: { users: users.undecided, keys: keys.undecided },
  };
}

function decidedForUsers(storage: StorageRow, shown: readonly Grant[]): Decided<LiveReach['users']> {
  if (shown.some((grant) => isPlain(grant) && (grant.who === 'anyone' || grant.who === 'signedIn'))) return without('all');
  const ofUsers = shown.filter(({ who }) => !isKey(who));
  if (ofUsers.length > 0 && ofUsers.every((grant) => isPlain(grant) && isOfOwner(storage, grant))) return without('own');
  const undecided = undecidedOf(storage, ofUsers);
  if (ofUsers.length === 0) undecided.push('no rule shows app users records');
  return undecided.length > 0 ? { ...without('none'), undecided } : { ...without('rules'), recipes: distinct(ofUsers.flatMap(recipesOf)) };
}

function decidedForKeys(storage: StorageRow, shown: readonly Grant[]): Decided<LiveReach['keys']> {
  if (shown.some((grant) => isPlain(grant) && (grant.who === 'anyone' || isEveryKey(grant.who)))) return without('all');
  const ofKeys = shown.flatMap(forKeys);
  const undecided = undecidedOf(storage, ofKeys);
  if (ofKeys.length === 0) undecided.push('no rule shows named keys records');
  return undecided.length > 0 ? { ...without('none'), undecided } : { ...without('rules'), recipes: distinct(ofKeys.flatMap(recipesOf)) };
}

function without<T>(reach: T): Decided<T> {
  return { reach, recipes: [], undecided: [] };
}

/** A condition that compares with something of a user holds for no key. @returns the part of a rule that is about keys, if any */
function forKeys({ who, if: sets, ...grant }: Grant): Grant[] {
  if (who !== 'anyone' && !isKey(who)) return [];
  const met = sets?.filter((terms) => !terms.some(({ value }) => asked(value).some(({ kind }) => kind === 'user')));
  if (met?.length === 0) return [];
  return [{ ...grant, who: who === 'anyone' ? { key: '*' } : who, ...(met && { if: met }) }];
}

/** @returns what LiveSync can decide for app users without a look at labels */
export function plainReach({ users }: LiveReach): EndUserReach {
  return users === 'rules' ? 'none' : users;
}

function undecidedOf(storage: StorageRow, grants: readonly Grant[]): string[] {
  const terms = grants.flatMap((grant) => grant.if ?? []).flat();
  const sets = distinct(grants.flatMap(recipesOf)).length;
  const found: [string, boolean][] = [
    ['lists without reads, or reads without lists', grants.some((grant) => !isWhole(grant))],
    ['hidden fields', grants.some(({ fields }) => (fields?.hidden ?? []).length > 0)],
    ['conditions other than =', terms.some(({ op }) => op !== '=')],
    ['@now', terms.some(({ value }) => asked(value).some(({ kind }) => kind === 'now'))],
    ['several values of the user in one condition', terms.some(({ value }) => asked(value).length > 0 && [value].flat().length > 1)],
    ['times', terms.some((term) => isOfTime(storage, term))],
    [`more than ${limits.liveLabels} sets of conditions`, sets > limits.liveLabels],
  ];
  return found.flatMap(([name, isAsked]) => (isAsked ? [name] : []));
}

/** When it is written a record has not got its time yet; and what names a day is equal to many times. */
function isOfTime(storage: StorageRow, { field, value }: GrantTerm): boolean {
  if (field === 'updatedAt') return true;
  const type = typeIn(storage.data, field);
  return asked(value).length > 0 && ['date', 'dateTime', 'geo'].includes(type?.of ?? type?.type ?? '');
}

function recipesOf({ who, if: sets = [[]] }: Grant): LiveRecipe[] {
  return sets.map((terms) => ({
    tests: terms.flatMap(({ field, value }) => (asked(value).length > 0 ? [] : [{ field, value }])),
    asks: [...asksOf(who), ...terms.flatMap(({ field, value }) => asked(value).flatMap((of) => askOf(field, of)))],
    ...(typeof who === 'object' && 'role' in who && { roles: [who.role].flat() }),
    ...(typeof who === 'object' && 'key' in who && { key: who.key }),
  }));
}

function asksOf(who: Grant['who']): LiveRecipe['asks'] {
  if (typeof who !== 'object') return [];
  if ('owner' in who) return [{ field: who.owner, of: { by: 'id' } }];
  return 'team' in who ? [{ field: who.team, of: { by: 'team', ...(who.roles && { roles: who.roles }) } }] : [];
}

function askOf(field: string, of: ReturnType<typeof asked>[number]): LiveRecipe['asks'] {
  if (of.kind === 'now') return [];
  const by: LiveAsk = of.field === 'teams' ? { by: 'team' } : { by: 'field', field: of.field };
  return [{ field, of: by }];
}

function asked(value: GrantValue) {
  return [value].flat().flatMap((one) => (typeof one === 'object' ? [] : (askedOf(one) ?? [])));
}

function distinct(recipes: readonly LiveRecipe[]): LiveRecipe[] {
  return [...new Map(recipes.map((recipe) => [JSON.stringify(recipe), recipe])).values()];
}

function isRead({ verbs }: Grant): boolean {
  return verbs.includes('list') || verbs.includes('read');
}

function isWhole({ verbs }: Grant): boolean {
  return verbs.includes('list') && verbs.includes('read');
}

function isPlain(grant: Grant): boolean {
  return isWhole(grant) && isAlways(grant.if) && (grant.fields?.hidden ?? []).length === 0;
}

function isAlways(condition: Grant['if']): boolean {
  return condition === undefined || condition.some((terms) => terms.length === 0);
}

function isOfOwner(storage: StorageRow, { who }: Grant): boolean {
  return typeof who === 'object' && 'owner' in who && who.owner === (isUserStorage(storage) ? 'id' : 'userId');
}

function isKey(who: Grant['who']): boolean {
  return typeof who === 'object' && 'key' in who;
}

function isEveryKey(who: Grant['who']): boolean {
  return typeof who === 'object' && 'key' in who && who.key === '*';
}
