import { messages, furtherRefusals } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { linkToken, mailsTo, nextMailTo } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  aSuperadmin,
  freshEmail,
  logIn,
  password,
  type Person,
  personOf,
  verify,
} from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

const path = '/app/authentication/register';
const login = '/app/authentication/login';
const person = (email = freshEmail()) => ({ name: 'Nia New', email, password, confirmPassword: password });

let admin: Admin;
let rivalProject = '';
let project = '';
let developer: Person;

beforeAll(async () => {
  const rival = await anAdmin('Rita Rival');
  admin = await anAdmin();
  [project, rivalProject] = [(await aProject(admin)).id, (await aProject(rival)).id];
  developer = await aMember(admin, 'developer', project);
});

test('many registrations of one address at once make one account', async () => {
  const email = freshEmail();
  const answers = await Promise.all(Array.from({ length: 4 }, () => call({ path, body: person(email) })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  // The mail may come after the answers.
  const verification = async () => (await mailsTo(email)).find(({ html }) => html.includes('Verify Your Account'));
  await expect.poll(verification).toBeDefined();
  const mail = await verification();
  await mustCall({ path: `/app/verify/user/${mail && linkToken(mail)}` });
  const { id } = await logIn(email, 'Nia New');
  expect((await database().collection('tenants').where('ownerUid', '==', id).get()).size).toBe(1);
});

// Covers S0-3-06
test('the access token carries role, projectId and name', async () => {
  const claims = JSON.parse(Buffer.from(developer.token.split('.')[1] ?? '', 'base64url').toString()) as object;
  expect(claims).toMatchObject({ role: 'developer', projectId: project, tenantId: admin.tenantId, name: 'Max developer' });
});

// Covers S0-2.10-07
test('a visitor becomes admin of an own account, whatever role the form sends', async () => {
  const email = freshEmail();
  await mustCall({ path, body: { ...person(email), role: 'superadmin', projectId: rivalProject } });
  await verify(email);
  expect(await logIn(email, 'Nia New')).toMatchObject({ role: 'admin', projectId: null });
});

test('a member who registers someone makes no member', async () => {
  const email = freshEmail();
  await mustCall({ path, token: developer.token, body: { ...person(email), role: 'admin', projectId: project } });
  expect((await personOf(email)).user.tenantId).not.toBe(admin.tenantId);
});

// Covers S0-7-19, S2-3-05
test('the login answers projectId null for admin and superadmin and the project for a member', async () => {
  expect(admin.projectId).toBeNull();
  expect((await aSuperadmin()).projectId).toBeNull();
  expect(developer.projectId).toBe(project);
});

// Covers S0-4-02, S0-4-03
test('an account that is not verified and one that is inactive cannot log in', async () => {
  const email = freshEmail();
  const body = { email, password };
  await mustCall({ path, body: person(email) });
  expect(await call({ path: login, body })).toMatchObject({ status: 403, body: { message: messages.notVerified } });
  await verify(email);
  const { id } = await logIn(email, 'Nia New');
  await database().doc(`users/${id}`).update({ is_active: false });
  const refused = await call({ path: login, body });
  expect(refused).toMatchObject({ status: 403, body: { message: furtherRefusals.userInactive } });
  expect(await call({ path: login, body: { ...body, password: `${password}x` } })).toMatchObject({
    status: 401,
    body: { message: messages.loginFailed },
  });
  expect(refused.body).not.toHaveProperty('accessToken');
});

// Covers S0-2.11-23
test('a token is refused after logout, and another session of the same person goes on', async () => {
  const email = freshEmail();
  await mustCall({ path, body: person(email) });
  await verify(email);
  const [first, second] = [await logIn(email, 'Nia New'), await logIn(email, 'Nia New')];
  await mustCall({ method: 'POST', path: '/app/authentication/logout', token: first.token });
  expect((await call({ path: '/app/users/getUser', token: first.token })).status).toBe(401);
  expect((await call({ path: '/app/users/getUser', token: second.token })).status).toBe(200);
});

test('a member without a password gets a link to set one, and can log in then', async () => {
  const email = freshEmail();
  const body = { name: 'Ina Invited', email, password: '', confirmPassword: '', role: 'user', projectId: project };
  expect(await call({ path, token: admin.token, body })).toMatchObject({ status: 201, body: { message: messages.userAdded } });
  const token = linkToken(await nextMailTo(email));
  await mustCall({ path: `/app/authentication/${token}/reset-password`, body: { password, confirm_password: password } });
  expect(await logIn(email, 'Ina Invited')).toMatchObject({ role: 'user', projectId: project });
});

test('an address that an account has gets a mail instead of an error, and the answer of a new one', async () => {
  const seen = (await mailsTo(admin.email)).map(({ id }) => id);
  const [known, unknown] = await Promise.all([call({ path, body: person(admin.email) }), call({ path, body: person() })]);
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect((await nextMailTo(admin.email, seen)).subject).toBe('You already have a Bedplate account');
});

scenarios('POST /app/authentication/register by a visitor', [
  {
    // Covers S0-5-06
    name: 'refuses a password that differs from its confirmation',
    send: () => ({ path, body: { ...person(), confirmPassword: 'Other-horse-9' } }),
    status: 400,
    field: 'confirmPassword',
  },
  ...['short-1', 'onlyletters', '12345678', 'x1'.repeat(101)].map((weak) => ({
    // Covers S0-5-07
    name: `refuses the password ${weak.slice(0, 12)} of ${weak.length} characters`,
    send: () => ({ path, body: { ...person(), password: weak, confirmPassword: weak } }),
    status: 400,
    field: 'password',
  })),
]);

scenarios('POST /app/authentication/register by an admin', [
  {
    // Covers S0-6-11
    name: 'refuses the role superadmin',
    send: () => ({ path, token: admin.token, body: { ...person(), role: 'superadmin' } }),
    status: 400,
    field: 'role',
  },
  {
    name: 'refuses a member without a project',
    send: () => ({ path, token: admin.token, body: { ...person(), role: 'developer' } }),
    status: 400,
    field: 'projectId',
  },
  {
    name: 'refuses another account’s project',
    send: () => ({ path, token: admin.token, body: { ...person(), role: 'developer', projectId: rivalProject } }),
    status: 404,
  },
  {
    name: 'refuses an address that is taken',
    send: () => ({ path, token: admin.token, body: { ...person(developer.email), role: 'user', projectId: project } }),
    status: 409,
    field: 'email',
  },
]);

// Covers S1-2.2-10, S2-7-20
test('the collaborators of a project are its members and nobody else', async () => {
  const second = await aProject(admin, 'Blog');
  const other = await aMember(admin, 'manager', second.id);
  const { data } = await mustCall<{ data: { id: string }[] }>({ path: `/app/projects/${second.id}/collaborators`, token: admin.token });
  expect(data).toMatchObject([{ id: other.id, email: other.email, role: 'manager', is_active: true }]);
});
