import type { TokenOptions } from '@firebase/rules-unit-testing';

/** Someone who tries the rules: a token's uid and claims, or null for nobody. */
export interface Person {
  name: string;
  uid: string;
  token: TokenOptions | null;
  /** How the person's session is stored; absent when there is none. */
  session?: { uid?: string; revoked?: boolean; expired?: boolean };
}

const hour = 3_600_000;
const pat = { u: 'pat', ur: 'pat' };

/** Two tenants: `acme` with the projects `shop` and `blog`, and `rival` with `store`. */
export const people: Person[] = [
  { name: 'nobody', uid: '', token: null },
  console('admin', { role: 'admin', tenantId: 'acme', projectId: null }),
  console('manager', { role: 'manager', tenantId: 'acme', projectId: 'shop' }),
  console('developer', { role: 'developer', tenantId: 'acme', projectId: 'shop' }),
  console('user', { role: 'user', tenantId: 'acme', projectId: 'shop' }),
  console('developer of another project', { role: 'developer', tenantId: 'acme', projectId: 'blog' }),
  console('admin of another tenant', { role: 'admin', tenantId: 'rival', projectId: null }),
  console('developer of another tenant', { role: 'developer', tenantId: 'rival', projectId: 'store' }),
  console('superadmin who looks at acme', { ...acmeAdmin(), viewing: 'Acme' }),
  console('superadmin', { role: 'superadmin', tenantId: null, projectId: null }),
  console('person of an unknown role', { role: 'owner', tenantId: 'acme', projectId: null }),
  console('person of an unknown role in a project', { role: 'owner', tenantId: 'acme', projectId: 'shop' }),
  console('person without a role', { tenantId: 'acme', projectId: null }),
  console('member without a project', { role: 'user', tenantId: 'acme', projectId: null }),
  console('manager without a project', { role: 'manager', tenantId: 'acme', projectId: null }),
  console('admin without a tenant', { role: 'admin', tenantId: null, projectId: null }),
  { ...console('admin of a revoked session', acmeAdmin()), session: { revoked: true } },
  { ...console('superadmin of a revoked session', { role: 'superadmin', tenantId: null, projectId: null }), session: { revoked: true } },
  { ...console('admin of an expired session', acmeAdmin()), session: { expired: true } },
  { ...console("admin with another's session", acmeAdmin()), session: { uid: 'somebody' } },
  { ...console('admin of an unknown session', acmeAdmin()), session: undefined },
  { name: 'admin by password only', uid: 'password-only', token: { ...acmeAdmin(), ...provider('password') } },
  {
    ...console('admin by password with a session id', acmeAdmin()),
    ...withToken('admin by password with a session id', provider('password')),
  },
  { name: 'admin by custom token without a session id', uid: 'no-sid', token: { ...acmeAdmin(), ...provider('custom') } },
  { name: 'admin whose session id is a number', uid: 'number-sid', token: { ...acmeAdmin(), ...provider('custom'), sid: 7 }, session: {} },
  app('app on products'),
  app('app with a named key', { k: 'named' }),
  app('app with a key for all storages', { k: 'everywhere' }),
  app('app with a named key where rules hide something', { k: 'everywhere', sids: ['ruled'] }),
  app('app with the pair where rules hide something', { sids: ['ruled'] }),
  app('app with a pair that goes on for an hour', { k: 'replaced' }),
  app('app of a suspended account', { t: 'gone' }),
  app('app that names no account', { t: undefined }),
  app('app whose token ended', { x: Date.now() - 1000 }),
  app('app that names neither a key nor a user', { k: undefined }),
  app('app whose key is gone', { k: 'removed' }),
  app('app whose key is switched off', { k: 'off' }),
  app('app whose key has expired', { k: 'expired' }),
  app('app whose key may not read any more', { k: 'writer' }),
  app('app whose key is for another storage by now', { k: 'elsewhere' }),
  app('app on an archived storage', { sids: ['old-products'] }),
  app('app on a storage that is gone', { sids: ['unknown'] }),
  app('app on a foreign storage', { p: 'store', t: 'rival', sids: ['wares'], k: 'rivals' }),
  appUser('app user on own records', { sids: ['posts'] }),
  appUser('app user without own records', { u: 'zoe', ur: 'zoe' }),
  appUser('app user on own records of an open storage', { own: ['posts'] }),
  appUser('app user of a storage that opens only one’s own records', { sids: ['products'], own: [] }),
  appUser('app user of a storage that has closed', { sids: ['wares'], own: ['wares'] }),
  appUser('app user of a storage that says nothing of app users', { sids: ['loners'], own: [] }),
  appUser('app user of an archived storage', { sids: ['old-products'], own: ['old-products'] }),
  appUser('app user who is gone', { u: 'gone', ur: 'gone', sids: ['posts'] }),
  appUser('app user whose record stands nowhere', { us: undefined, ur: undefined, sids: ['posts'] }),
  appUser('app user who is gone, with a key', { u: 'gone', ur: 'gone', sids: ['posts'], k: 'pair' }),
  appUser('app user with the present password', { ...pat, um: 'now', sids: ['posts'] }),
  appUser('app user in a session that goes on', { ...pat, um: 'now', s: 'open', sids: ['posts'] }),
  appUser('app user whose session was ended', { ...pat, um: 'now', s: 'closed', sids: ['posts'] }),
  appUser('app user whose password was changed', { ...pat, um: 'before', sids: ['posts'] }),
  appUser('app user with a token that names no password', { ...pat, sids: ['posts'] }),
  appUser('app user whose users storage is archived', { us: 'old-members', sids: ['posts'] }),
  appUser('app user whose token ended', { x: Date.now() - 1000 }),
  appUser('app user without an id', { u: undefined, k: 'pair' }),
  appUser('app user whose id is null', { u: null }),
  labelled('app user with a label'),
  labelled('app user with ten labels', {}, { of: [...Array.from({ length: 9 }, (_, i) => `blue${i}`), 'red'] }),
  labelled('app user with a label that asks for no team', { ut: undefined, us: 'loners' }),
  labelled('app user with another label', {}, { of: ['blue'] }),
  labelled('app user with a label of earlier rules', {}, { v: 4 }),
  labelled('app user with a label and another area since', { uf: { area: 'south' } }),
  labelled('app user with a label and a field that is gone', { uf: { area: 'north', rank: 'chief' } }),
  labelled('app user with a label and another role in the team since', { ut: { t1: 'owner' } }),
  labelled('app user with a label who has left a team', { ut: { t1: 'member', t2: 'member' } }),
  labelled('app user with a label where teams are off by now', { us: 'loners' }),
  labelled('app user with a label and another password since', { um: 'before' }),
  labelled('app user with a label whose token ended', { x: Date.now() - 1000 }),
  labelledKey('app with a key and a label'),
  labelledKey('app with a key for all storages and a label', { k: 'everywhere' }),
  labelledKey('app with a key and another label', {}, { of: ['blue'] }),
  labelledKey('app with a key and a label of earlier rules', {}, { v: 4 }),
  labelledKey('app with a label whose key is gone', { k: 'removed' }),
  labelledKey('app with a label whose key is switched off', { k: 'off' }),
  labelledKey('app with a label whose key has expired', { k: 'expired' }),
  labelledKey('app with a label whose key may not read any more', { k: 'writer' }),
  labelledKey('app with a label whose key is for another storage by now', { k: 'elsewhere' }),
  labelledKey('app with a label that names neither a key nor a user', { k: undefined }),
  labelledKey('app with a key and a label whose token ended', { x: Date.now() - 1000 }),
  labelledKey('app with a label and a user who is gone, with a key', { u: 'gone', us: 'members', ur: 'gone', uf: {} }),
  app('app whose fields have other types by now', { ty: 6 }),
  app('app whose fields had no types yet', { ty: undefined }),
  appUser('app user whose fields have other types by now', { ty: 6 }),
  labelled('app user with a label whose fields have other types by now', { ty: 6 }),
  app('app by password', provider('password')),
  app('app without the live mark', { live: undefined }),
  {
    ...console('app with an admin session', {
      ...acmeAdmin(),
      ...liveClaims({ p: 'store', t: 'rival', sids: ['wares'], k: 'rivals' }),
    }),
  },
];

function acmeAdmin() {
  return { role: 'admin', tenantId: 'acme', projectId: null };
}

function console(name: string, claims: Record<string, unknown>): Person {
  const uid = uidOf(name);
  return { name, uid, token: { ...claims, ...provider('custom'), sid: `sid-${uid}` }, session: {} };
}

function withToken(name: string, part: TokenOptions): Pick<Person, 'token'> {
  return { token: { ...acmeAdmin(), sid: `sid-${uidOf(name)}`, ...part } };
}

/** With a token that the account's pair has fetched. */
function app(name: string, claims: Record<string, unknown> = {}): Person {
  return liveSync(name, { sids: ['products'], k: 'pair', ...claims });
}

/** With a token that Ann has fetched. */
function appUser(name: string, claims: Record<string, unknown>): Person {
  return liveSync(name, { sids: [], own: ['products'], u: 'ann', us: 'members', ur: 'ann', ...claims });
}

/** With a token that Eva has fetched. */
function labelled(name: string, claims: Record<string, unknown> = {}, { v = 5, of = ['red'] } = {}): Person {
  const labels = { crews: { v, of }, 'old-products': { v, of } };
  const user = { u: 'eva', us: 'members', ur: 'eva', uf: { area: 'north' }, ut: { t1: 'member' } };
  return liveSync(name, { sids: [], labels, ...user, ...claims });
}

/** With a token that a named key has fetched, of rules that show keys a part of the records. */
function labelledKey(name: string, claims: Record<string, unknown> = {}, { v = 5, of = ['red'] } = {}): Person {
  return liveSync(name, { sids: [], labels: { crews: { v, of }, 'old-products': { v, of } }, k: 'members-page', ...claims });
}

function liveSync(name: string, claims: Record<string, unknown>): Person {
  return { name, uid: uidOf(name), token: { ...provider('custom'), ...liveClaims(claims) } };
}

/** Without those that are undefined. */
function liveClaims(claims: Record<string, unknown>): Record<string, unknown> {
  const all = { live: true, p: 'shop', t: 'acme', ty: 7, x: Date.now() + hour, ...claims };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function provider(sign_in_provider: 'custom' | 'password'): TokenOptions {
  return { firebase: { sign_in_provider, identities: {} } };
}

function uidOf(name: string): string {
  return name.replaceAll(/\W/g, '-');
}
