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
  console('person without a role', { tenantId: 'acme', projectId: null }),
  console('member without a project', { role: 'user', tenantId: 'acme', projectId: null }),
  console('admin without a tenant', { role: 'admin', tenantId: null, projectId: null }),
  { ...console('admin of a revoked session', acmeAdmin()), session: { revoked: true } },
  { ...console('admin of an expired session', acmeAdmin()), session: { expired: true } },
  { ...console("admin with another's session", acmeAdmin()), session: { uid: 'somebody' } },
  { ...console('admin of an unknown session', acmeAdmin()), session: undefined },
  { name: 'admin by password only', uid: 'password-only', token: { ...acmeAdmin(), ...provider('password') } },
  {
    ...console('admin by password with a session id', acmeAdmin()),
    ...withToken('admin by password with a session id', provider('password')),
  },
  { name: 'admin by custom token without a session id', uid: 'no-sid', token: { ...acmeAdmin(), ...provider('custom') } },
  { name: 'admin whose session id is a number', uid: 'number-sid', token: { ...acmeAdmin(), ...provider('custom'), sid: 7 } },
  liveSync('app on products', { live: true, p: 'shop', t: 'acme', sids: ['products'], x: Date.now() + hour }),
  liveSync('app of a suspended account', { live: true, p: 'shop', t: 'gone', sids: ['products'], x: Date.now() + hour }),
  liveSync('app of a deactivated owner', { live: true, p: 'shop', t: 'ownerless', sids: ['products'], x: Date.now() + hour }),
  liveSync('app that names no account', { live: true, p: 'shop', sids: ['products'], x: Date.now() + hour }),
  liveSync('app whose token ended', { live: true, p: 'shop', t: 'acme', sids: ['products'], x: Date.now() - 1000 }),
  liveSync('app on a foreign storage', { live: true, p: 'store', t: 'rival', sids: ['wares'], x: Date.now() + hour }),
  liveSync('app user on own records', {
    live: true,
    p: 'shop',
    t: 'acme',
    sids: ['posts'],
    own: ['products'],
    u: 'ann',
    x: Date.now() + hour,
  }),
  liveSync('app user without own records', {
    live: true,
    p: 'shop',
    t: 'acme',
    sids: [],
    own: ['products'],
    u: 'zoe',
    x: Date.now() + hour,
  }),
  liveSync('app user whose token ended', { live: true, p: 'shop', t: 'acme', sids: [], own: ['products'], u: 'ann', x: Date.now() - 1000 }),
  liveSync('app user without an id', { live: true, p: 'shop', t: 'acme', sids: [], own: ['products'], x: Date.now() + hour }),
  liveSync('app by password', { live: true, p: 'shop', t: 'acme', sids: ['products'], x: Date.now() + hour, ...provider('password') }),
  liveSync('app without the live mark', { p: 'shop', t: 'acme', sids: ['products'], x: Date.now() + hour }),
  {
    ...console('app with an admin session', { ...acmeAdmin(), live: true, p: 'store', t: 'rival', sids: ['wares'], x: Date.now() + hour }),
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

function liveSync(name: string, claims: Record<string, unknown>): Person {
  return { name, uid: uidOf(name), token: { ...provider('custom'), ...claims } };
}

function provider(sign_in_provider: 'custom' | 'password'): TokenOptions {
  return { firebase: { sign_in_provider, identities: {} } };
}

function uidOf(name: string): string {
  return name.replaceAll(/\W/g, '-');
}
