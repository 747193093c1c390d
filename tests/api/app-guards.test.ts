import { publicRoutes } from '@bedplate/bench/load/hostile-inputs.mjs';
import type { Role } from '@bedplate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentOf } from '../support/account-content.ts';
import { type Answer, type Call, call, mustCall } from '../support/call.ts';
import { contentAround } from '../support/content-versions.ts';
import { type Guarded, guarded, type Ids, nameOf, publicCalls } from '../support/guarded-calls.ts';
import { type Listener, startListener } from '../support/listener.ts';
import { type Admin, aMember, anAdmin, aProject, aSuperadmin, freshEmail, keysOf, password, type Person } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { callsOfConsole } from '../support/served-calls.ts';
import { exchanged, passwordOnlyToken, rewritten, signedUpToken } from '../support/tokens.ts';

const people: Record<string, Person> = {};
let owner: Admin;
/** Of the owner and of a rival. */
let accounts: string[];
let listener: Listener;
let at: Ids;
/** Tokens that open nothing, whoever they were made for. */
let dead: Record<string, string> = {};

beforeAll(async () => {
  let rival: Admin;
  [owner, rival, listener] = await Promise.all([anAdmin('Olga Owner'), anAdmin('Rita Rival'), startListener()]);
  accounts = [owner.tenantId, rival.tenantId];
  const { ids, developer } = await contentOf(owner, listener);
  at = ids;
  const second = (await aProject(owner, 'Blog')).id;
  const [superadmin, manager, user, ...strangers] = await Promise.all([
    aSuperadmin(),
    aMember(owner, 'manager', at.project),
    aMember(owner, 'user', at.project),
    aMember(owner, 'manager', second),
    aMember(owner, 'developer', second),
    aMember(owner, 'user', second),
  ]);
  dead = await deadTokens(second);
  Object.assign(people, { admin: owner, rival, superadmin, manager, developer, user });
  for (const stranger of strangers) people[`stranger ${stranger.role}`] = stranger;
});
afterAll(() => listener?.close());

function request({ method, path, body }: Guarded, token?: string): Call {
  return {
    method,
    path: `/app${path(at)}`,
    ...(token === undefined ? {} : { token }),
    ...(body ? { body: typeof body === 'function' ? body(at) : body } : {}),
  };
}

/** Sends them eight at a time. @returns the names of those that got another answer; fails when any of them changed something */
function otherwiseAnswered(routes: readonly Guarded[], token: string | undefined, status: number, code: string): Promise<string[]> {
  return otherwiseAnsweredEach(
    routes.map((route) => [route, token]),
    status,
    code,
  );
}

async function otherwiseAnsweredEach(
  calls: readonly (readonly [route: Guarded, token: string | undefined])[],
  status: number,
  code: string,
): Promise<string[]> {
  const before = await contentAround(accounts);
  const failures: string[] = [];
  const waiting = [...calls];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [route, token] = next;
      const answer = await call(request(route, token));
      if (answer.status !== status || answer.body.error?.code !== code) failures.push(`${nameOf(route)} ${summary(answer)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  expect(await contentAround(accounts)).toBe(before);
  return failures;
}

function summary({ status, text }: Answer): string {
  return `answered ${status} ${text.slice(0, 120)}`;
}

test('every call that the console’s API serves is in the table, or is public', () => {
  const known = [...guarded.map(nameOf), ...publicCalls].map((name) => name.replace(/\?.*$/, ''));
  const patternOf = (name: string) => new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`);
  expect(callsOfConsole().filter((served) => !known.some((name) => patternOf(served).test(name)))).toEqual([]);
});

test('every public call has hostile inputs in the load test', () => {
  const placeless = (name: string) => name.replace(/\{\w+\}|:\w+/g, '*');
  const thrownAt = publicRoutes.map(({ method, path }) => placeless(`${method} ${path.replace(/^\/(app|api)/, '')}`));
  expect(publicCalls.map(placeless).filter((name) => !thrownAt.includes(name))).toEqual([]);
});

// Covers S1-2-01, S0-7-02, S2-8-32
test('without a session every call answers 401 and changes nothing', async () => {
  expect(await otherwiseAnswered(guarded, undefined, 401, 'unauthenticated')).toEqual([]);
});

/** Of a person each who could open the call a moment ago. */
async function deadTokens(projectId: string): Promise<Record<string, string>> {
  const [deactivated, moved, signedOut, changed, attacked, suspended] = await Promise.all([
    aMember(owner, 'developer', projectId),
    aMember(owner, 'developer', projectId),
    aMember(owner, 'developer', projectId),
    aMember(owner, 'developer', projectId),
    aMember(owner, 'developer', projectId),
    anAdmin('Sam Suspended'),
  ]);
  const put = (id: string, body: object) => mustCall({ method: 'PUT', path: `/app/users/${id}`, token: owner.token, body });
  await put(deactivated.id, { is_active: false });
  await put(moved.id, { role: 'user' });
  await mustCall({ method: 'POST', path: '/app/authentication/logout', token: signedOut.token });
  const newPassword = { password: 'Another-horse-7', password_confirm: 'Another-horse-7', current_password: password };
  await mustCall({ method: 'PUT', path: '/app/users/updateUser', token: changed.token, body: newPassword });
  const reason = { reason: 'Spam' };
  const staff = await aSuperadmin();
  await mustCall({ path: `/app/superadmin/tenants/${suspended.tenantId}/suspend`, token: staff.token, body: reason });
  const live = { path: '/api/livesync/token', ...keysOf(owner, at.project), body: { storageKeys: ['products'] } };
  const past = Math.floor(Date.now() / 1000) - 7200;
  return {
    'that has expired': rewritten(owner.token, { iat: past, auth_time: past, exp: past + 3600 }),
    'with a session that nobody opened': rewritten(owner.token, { sid: 'A'.repeat(32), role: 'superadmin' }),
    'with the session of somebody else': rewritten(owner.token, { sub: at.person, user_id: at.person }),
    'without a session': rewritten(owner.token, { sid: undefined }),
    'with a session that is a path': rewritten(owner.token, { sid: 'users/x' }),
    'with a session that is no text': rewritten(owner.token, { sid: { seconds: 5 } }),
    'with a session, but of a password sign-in': rewritten(owner.token, { firebase: { sign_in_provider: 'password', identities: {} } }),
    'of a password sign-in past our login': await passwordOnlyToken(attacked),
    'of a deactivated user': deactivated.token,
    'of a user whose role has changed': moved.token,
    'of a user who has logged out': signedOut.token,
    'of a user whose password has changed': changed.token,
    'of an account that staff suspended': suspended.token,
    'of a sign-up past our registration': await signedUpToken(freshEmail()),
    'of an anonymous sign-up': await signedUpToken(),
    'that an app got for LiveSync': await exchanged((await mustCall<{ token: string }>(live)).token),
    'that is none': 'abc.def.ghi',
  };
}

test.each([
  'that has expired',
  'with a session that nobody opened',
  'with the session of somebody else',
  'without a session',
  'with a session that is a path',
  'with a session that is no text',
  'with a session, but of a password sign-in',
  'of a password sign-in past our login',
  'of a deactivated user',
  'of a user whose role has changed',
  'of a user who has logged out',
  'of a user whose password has changed',
  'of an account that staff suspended',
  'of a sign-up past our registration',
  'of an anonymous sign-up',
  'that an app got for LiveSync',
  'that is none',
  // Covers S2-7-01, S2-1-01, S0-4-01
])('a token %s opens no call', async (kind) => {
  expect(dead[kind]).toMatch(/./);
  expect(await otherwiseAnswered(guarded, dead[kind], 401, 'unauthenticated')).toEqual([]);
});

describe('a role without the capability', () => {
  const everyone = ['superadmin', 'admin', 'manager', 'developer', 'user'] as const satisfies readonly Role[];
  const rows = guarded.map((route) => [route, everyone.filter((role) => !route.opens.includes(role))] as const);
  test.each(rows.filter(([, refused]) => refused.length > 0).map(([route, refused]) => [nameOf(route), refused, route] as const))(
    '%s answers %j 403',
    async (_, refused, route) => {
      const calls = refused.map((role) => [route, people[role]?.token] as const);
      expect(await otherwiseAnsweredEach(calls, 403, 'permission-denied')).toEqual([]);
    },
  );
});

test('claims that a token adds to itself open nothing: the stored person counts', async () => {
  const token = rewritten(people.user?.token ?? '', { role: 'superadmin', tenantId: owner.tenantId, projectId: null, mfa: true });
  const closed = guarded.filter(({ opens }) => !opens.includes('user'));
  expect(await otherwiseAnswered(closed, token, 403, 'permission-denied')).toEqual([]);
});

// Covers S1-6-17, S0-2.12-10, S2-6-18
test('to an admin of another account every id is unknown', async () => {
  const bound = guarded.filter(({ bound, opens }) => bound && opens.includes('admin'));
  expect(await otherwiseAnswered(bound, people.rival?.token, 404, 'not-found')).toEqual([]);
});

test.each(['manager', 'developer', 'user'] as const)(
  // Covers S1-6-18, S0-2.12-09, S2-6-19
  'to a %s of another project of the account every id is unknown',
  async (role) => {
    const bound = guarded.filter(({ bound, opens }) => bound && opens.includes(role));
    expect(await otherwiseAnswered(bound, people[`stranger ${role}`]?.token, 404, 'not-found')).toEqual([]);
  },
);

// Covers S1-6-16
scenarios('platform staff', [
  {
    name: 'reads the storage list of any project',
    send: () => ({ path: `/app/project/${at.project}/dataStorages`, token: people.superadmin?.token ?? '' }),
    status: 200,
    contains: () => ({ data: [{ id: at.storage, user: { name: 'Olga Owner' } }] }),
  },
]);
