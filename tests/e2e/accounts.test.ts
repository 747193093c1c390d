import { messages, type Project, furtherRefusals, roleLabel } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { codeIn, linkToken, mailAfter, mailsTo, nextMailTo } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  freshEmail,
  freshNetwork,
  password,
  personOf,
  turnOnTwoFactor,
} from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { database } from '../support/target.ts';
import { rewritten } from '../support/tokens.ts';
import { appearanceOf, columnTitles, logInAt, signInAt, rowWith } from './console-actions.ts';
import { problemsOf } from './good-page.ts';

withBrowser();

const newPassword = 'Another-horse-7';
const [[, desktop], [, phone]] = sizes;
let admin: Admin;
let project: Project;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin, 'Team shop');
});

async function submitLogin(page: Page, email: string, given = password): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** The journeys go through a phone's window, where there is least room; each step is looked at in a large one too. */
async function problemsAtBoth(page: Page): Promise<string[]> {
  const small = await problemsOf(page);
  await page.setViewportSize(desktop);
  const large = await problemsOf(page);
  await page.setViewportSize(phone);
  return [...small, ...large];
}

// Covers S0-2.10-01, S0-4-02
test('a visitor registers, is told to verify, follows the mailed link and logs in', async () => {
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/403/);
  const email = freshEmail('visitor');
  await page.goto('/register');
  expect(await problemsAtBoth(page)).toEqual([]);
  for (const [label, text] of [
    ['Name', 'Vera Visitor'],
    ['Email', email],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  expect(await page.getByLabel('Role').count()).toBe(0);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText(messages.registered).waitFor();
  await submitLogin(page, email);
  await page.getByText(messages.notVerified).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  await page.evaluate(() => localStorage.clear()); // as in another browser, where the link signs nobody in
  await page.goto(`/user/${linkToken(await nextMailTo(email))}/verify`);
  await page.getByText(messages.verified).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await logInAt(page, { email });
  expect(new URL(page.url()).pathname).toBe('/projects');
});

// Covers S2-2.e-01, S2-2.d-05
test('a forgotten password is reset by the mailed link', async () => {
  const owner = await anAdmin();
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/40[14]/);
  await page.goto('/forgot-password');
  expect(await problemsAtBoth(page)).toEqual([]);
  const mail = await mailAfter(owner.email, async () => {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(messages.resetLinkSent).waitFor();
  });
  await page.goto(`/user/${linkToken(mail)}/reset-password`);
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByLabel('Confirm Password').fill(newPassword);
  expect(await problemsAtBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByText(messages.passwordReset).waitFor();
  await page.waitForURL('**/login');
  await submitLogin(page, owner.email);
  await page.getByText(messages.loginFailed).waitFor();
  await submitLogin(page, owner.email, newPassword);
  await page.waitForURL('**/projects');
  await page.goto(`/user/${linkToken(mail)}/reset-password`);
  await page.getByText(messages.resetTokenFailed).waitFor();
  expect(await page.getByLabel('New Password').count()).toBe(0);
});

// Covers S2-2.a-17, S0-4-11
test('two-factor turned on in the settings asks for the mailed code at the next login', async () => {
  const owner = await anAdmin();
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/400/); // the server asks who is there
  await signInAt(page, owner);
  await page.goto('/administration');
  await page.getByRole('switch', { name: /Two-factor/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(messages.confirmIdentity).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  await page.getByLabel('Current Password').fill(password);
  const shown = appearanceOf(page, messages.accountUpdated);
  const reloaded = page.waitForEvent('load'); // saved settings reload the page after a second
  await mailAfter(owner.email, () => page.getByRole('button', { name: 'Save changes' }).click(), /turned on/);
  await Promise.all([shown, reloaded]);
  await page.getByRole('switch', { name: /Two-factor/, checked: true }).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  await page.evaluate(() => localStorage.clear());
  const mail = await mailAfter(owner.email, () => submitLogin(page, owner.email), /login code/);
  await page.getByRole('dialog', { name: 'Two-factor authentication' }).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /Send a new code in/ }).isDisabled()).toBe(true);
  await page.getByLabel('Code from the email').fill(codeIn(mail.text));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/projects');
});

// Covers S0-4-18, S0-4-19
test('Google signs a new person in, and asks for the code where two-factor is on', async () => {
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/400/);
  const email = freshEmail('gina');
  const chooseGina = async (look = async () => {}) => {
    await page.goto('/login');
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Gina Google');
    await dialog.getByLabel('Email').fill(email);
    await look();
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  await chooseGina(async () => expect(await problemsAtBoth(page)).toEqual([]));
  await page.getByText(messages.loggedIn).waitFor();
  await page.waitForURL('**/projects');
  await page.goto('/administration');
  await page.getByRole('switch', { name: /Two-factor/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(messages.confirmByCode).waitFor();
  expect(await page.getByLabel('Current Password').count()).toBe(0);
  const confirmation = await mailAfter(email, () => page.getByRole('button', { name: 'Email me a code' }).click(), /login code/);
  await page.getByLabel('Code from the email').fill(codeIn(confirmation.text));
  const reloaded = page.waitForEvent('load'); // saved settings reload the page after a second, and would meet the next visit
  await page.getByRole('button', { name: 'Save changes' }).click();
  await reloaded;
  await page.getByRole('switch', { name: /Two-factor/, checked: true }).waitFor();
  await database()
    .doc(`challenges/${(await personOf(email)).uid}`)
    .update({ sentAt: new Date(Date.now() - 61_000) }); // a minute later another code may be sent
  await page.evaluate(() => localStorage.clear());
  const seen = (await mailsTo(email)).map(({ id }) => id);
  await chooseGina();
  await page.getByLabel('Code from the email').fill(codeIn((await nextMailTo(email, seen)).text));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/projects');
  expect(await page.evaluate(() => localStorage.getItem('role'))).toBe('admin');
});

// Covers S0-1-09, S2-2.g-03, S2-2.g-04
test('an admin adds a user, who sets a password by mail; then changes and deactivates the user', async () => {
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/401/);
  const email = freshEmail('mia');
  await signInAt(page, admin);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  expect(await problemsAtBoth(page)).toEqual([]);
  await page.getByLabel('Name').fill('Mia Member');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Role').selectOption('Developer');
  await page.getByLabel('Project', { exact: true }).selectOption('Team shop');
  const [mail] = await Promise.all([
    mailAfter(email, () => page.getByRole('button', { name: 'Add User' }).last().click()),
    appearanceOf(page, messages.userAdded), // for three seconds, in which the mail may not have come yet
  ]);
  await page.getByLabel('Search users').fill(email);
  const row = rowWith(page, email);
  await row.getByText('Team shop').waitFor();
  await page.setViewportSize(desktop);
  expect(await columnTitles(page)).toEqual([
    'Project',
    'User ID',
    'Name',
    'Email',
    'Status',
    'Role',
    'Date Created',
    'Date Updated',
    'Action',
  ]);
  await page.setViewportSize(phone);
  await mustCall({
    path: `/app/authentication/${linkToken(mail)}/reset-password`,
    headers: freshNetwork(),
    body: { password, confirm_password: password },
  });
  const member = await openWindow(phone);
  member.expectErrors(/40[13]|permission/i);
  await logInAt(member.page, { email });
  expect(new URL(member.page.url()).pathname).toBe(`/project/${project.id}/home`);

  await row.getByRole('button', { name: 'Update Mia Member' }).click();
  for (const label of ['Name', 'Email', 'Password', 'Confirm Password'])
    expect(await page.getByLabel(label, { exact: true }).isDisabled()).toBe(true);
  await page.getByRole('switch', { name: /Active/ }).uncheck();
  expect(await page.getByLabel('Project', { exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Inactive', { exact: true }).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  await member.page.reload();
  await member.page.waitForURL('**/login');
  await submitLogin(member.page, email);
  await member.page.getByText(furtherRefusals.userInactive).waitFor();
});

test('an admin deletes the whole account, reads so at the login, and cannot log in any more', async () => {
  const owner = await anAdmin();
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/40[01]|permission/i);
  await signInAt(page, owner);
  await page.goto('/administration');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Type .* to confirm/).fill('somebody@example.test');
  expect(await dialog.getByRole('button', { name: 'Delete account' }).isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type .* to confirm/).fill(owner.email);
  await dialog.getByLabel(/^Current Password/).fill('Wrong-horse-9');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText(messages.wrongPassword).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  await dialog.getByLabel(/^Current Password/).fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('**/login');
  await page.getByText('The account has been deleted for good.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await submitLogin(page, owner.email);
  await page.getByText(messages.loginFailed).waitFor();
});

test('the mail about a changed second factor locks the account by a press, and the next mail opens it again', async () => {
  const owner = await anAdmin();
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/40[13]/);
  await signInAt(page, owner);
  const notice = await mailAfter(owner.email, () => turnOnTwoFactor(owner), /turned on/);
  await page.goto(`/user/${linkToken(notice)}/not-me`);
  await page.getByRole('button', { name: 'Lock the account' }).waitFor();
  expect(await problemsAtBoth(page)).toEqual([]);
  const mail = await mailAfter(owner.email, () => page.getByRole('button', { name: 'Lock the account' }).click(), /locked/);
  await page.getByText(messages.lockedByOwner).waitFor();
  await page.goto('/projects');
  await page.waitForURL('**/login');
  await submitLogin(page, owner.email);
  await page.getByText(messages.accountLocked).waitFor();
  await page.goto(`/user/${linkToken(mail)}/reset-password`);
  await page.getByLabel('New Password').fill(newPassword);
  await page.getByLabel('Confirm Password').fill(newPassword);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.waitForURL('**/login');
  const code = await mailAfter(owner.email, () => submitLogin(page, owner.email, newPassword), /login code/);
  await page.getByLabel('Code from the email').fill(codeIn(code.text));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/projects');
});

test.each(['manager', 'developer', 'user'] as const)(
  // Covers S2-2.g-01, S0-6-04, S2-2.a-01, S2-6-03, S1-6-08, S1-6-07, S2-6-20, S1-2.2-01
  'a %s lands on the home of their project, and is sent back to it from /users, /administration, /projects; the sandbox opens for a developer only',
  async (role) => {
    const member = await aMember(admin, role, project.id);
    const { page } = await openWindow(desktop);
    await logInAt(page, member);
    const home = new URL(page.url()).pathname;
    expect(home).toBe(`/project/${project.id}/home`);
    const main = page.getByRole('main');
    await main.getByText(member.name).first().waitFor();
    await main.getByText(roleLabel[role]).first().waitFor();
    for (const path of ['/users', '/administration', '/projects']) {
      await page.goto(path);
      await page.waitForURL(`**${home}`);
    }
    expect(await page.getByRole('link', { name: /^(Users|Administration|Projects)$/ }).count()).toBe(0);
    await page.goto(`/project/${project.id}/sandbox`);
    if (role === 'developer') await page.getByRole('button', { name: 'Send' }).waitFor();
    else await page.waitForURL(`**${home}`);
  },
);

// Covers S2-1-01
test('a token with a role that its owner wrote, and one whose session has ended, lead to the login', async () => {
  const { page, expectErrors } = await openWindow(desktop);
  expectErrors(/40[13]|permission/i);
  const { token } = await aMember(admin, 'user', project.id);
  const attempts = [
    ['/superadmin/users', rewritten(token, { role: 'superadmin', tenantId: null, projectId: null, sid: 'A'.repeat(32) })],
    ['/users', rewritten(token, { role: 'admin', projectId: null, sid: 'A'.repeat(32) })],
  ] as const;
  for (const [path, forged] of attempts) {
    await page.goto('/login');
    await page.evaluate((text) => localStorage.setItem('token', text), forged);
    await page.goto(path);
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});

// Covers S0-4-21
test('pages come with a strict policy, and the console keeps to it', async () => {
  const { page, expectErrors } = await openWindow(desktop);
  expectErrors(/Executing inline script violates/); // the one that this test tries
  const answer = await page.goto('/login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  expect(scripts).toContain("'self'");
  expect(scripts).not.toMatch(/unsafe|(^|\s)\*|data:|blob:/); // Stripe names its hosts by https://*.js.stripe.com
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(answer?.headers()['x-content-type-options']).toBe('nosniff');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    return 'inlineRan' in window;
  });
  expect(ran).toBe(false);
});

// Covers S0-4-20
test('a token that has expired is renewed, and the person goes on working', async () => {
  const { page } = await openWindow(desktop);
  await logInAt(page, admin);
  await page.getByText('Team shop').first().waitFor();
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const past = Math.floor(Date.now() / 1000) - 7200;
  const expired = rewritten(token, { iat: past, exp: past + 3600 });
  await page.evaluate((old) => localStorage.setItem('token', old), expired);
  await page.goto('/users');
  await page.getByRole('table', { name: 'Users' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(expired);
});
