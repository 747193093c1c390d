import { messages } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { codeIn, linkToken, mailAfter } from '../support/inbox.ts';
import { anAdmin, freshEmail, freshNetwork, logIn, password } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { appearanceOf } from './console-actions.ts';
import { problemsOf } from './good-page.ts';
import { keyboardOf } from './keyboard.ts';

withBrowser();

const newPassword = 'Another-horse-7';
const [[, desktop], [, phone]] = sizes;

/** Keys go through a large window; each step is looked at in a phone's as well. */
async function problemsAtBoth(page: Page): Promise<string[]> {
  const large = await problemsOf(page);
  await page.setViewportSize(phone);
  const small = await problemsOf(page);
  await page.setViewportSize(desktop);
  return [...large, ...small];
}

test('with the keyboard alone a person logs in, adds a user and logs out', async () => {
  const admin = await anAdmin();
  const { page } = await openWindow(desktop);
  const { fill, press } = keyboardOf(page);
  await page.goto('/login');
  await fill('email', admin.email);
  await fill('password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects');
  await press('Users');
  await page.waitForURL('**/users');
  await press('Add User');
  await page.getByLabel('Name').waitFor();
  await fill('name', 'Kay Keyboard');
  await fill('email', freshEmail('key'));
  await page.keyboard.press('Enter');
  await page.getByText(messages.userAdded).waitFor();
  await press('Logout');
  await page.getByText(messages.loggedOut).waitFor();
  await page.waitForURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('with the keyboard alone a person registers, turns the second factor on, logs in with a code and sets a forgotten password', async () => {
  const { page, expectErrors } = await openWindow(desktop);
  expectErrors(/400/);
  const { fill, press } = keyboardOf(page);
  const email = freshEmail('tab');
  await page.goto('/register');
  await fill('name', 'Tara Tab');
  await fill('email', email);
  await fill('password', password);
  await fill('confirmPassword', password);
  const verification = await mailAfter(email, () => page.keyboard.press('Enter'));
  await page.goto(`/user/${linkToken(verification)}/verify`, { waitUntil: 'commit' }); // it goes on two seconds after it has said so
  await appearanceOf(page, messages.verified);
  await page.waitForURL('**/projects');

  await press('Administration');
  await page.getByRole('switch', { name: /Two-factor/ }).waitFor();
  await press(/two.?factor/i, 'Space');
  await press('Save changes');
  await page.getByLabel('Current Password').waitFor();
  await fill('current_password', password);
  const reloaded = page.waitForEvent('load');
  await press('Save changes');
  await reloaded;
  await page.getByRole('switch', { name: /Two-factor/, checked: true }).waitFor();
  await press('Logout');
  await page.waitForURL(/\/$/);
  await page.goto('/login');
  await fill('email', email);
  await fill('password', password);
  const code = codeIn((await mailAfter(email, () => page.keyboard.press('Enter'))).text);
  await page.getByRole('dialog', { name: 'Two-factor authentication' }).waitFor();
  await page.keyboard.type(code); // the dialog opens with its field in focus
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects');

  await page.goto('/forgot-password');
  await fill('email', email);
  const reset = await mailAfter(email, () => page.keyboard.press('Enter'));
  await page.goto(`/user/${linkToken(reset)}/reset-password`);
  await page.getByLabel('New Password').waitFor();
  await fill('password', newPassword);
  await fill('confirm_password', newPassword);
  await page.keyboard.press('Enter');
  await page.getByText(messages.passwordReset).waitFor();
  await page.waitForURL('**/login');
  await page.getByLabel('Email').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

describe('with the keyboard alone', () => {
  test('a person unlocks the account from the mail and logs in', async () => {
    const { email } = await anAdmin();
    const { page, expectErrors } = await openWindow(desktop);
    expectErrors(/429/);
    const { fill, press } = keyboardOf(page);
    const mail = await mailAfter(email, async () => {
      for (let at = 0; at < 10; at += 1)
        await call({ path: '/app/authentication/login', headers: freshNetwork(), body: { email, password: `Wrong-${at}` } });
    });
    const enter = async () => {
      await fill('email', email);
      await fill('password', password);
      await page.keyboard.press('Enter');
    };
    await page.goto('/login');
    await enter();
    await page.getByText(messages.tooManyLogins).waitFor();
    expect(await problemsAtBoth(page)).toEqual([]);
    await page.goto(`/user/${linkToken(mail)}/unlock`);
    await page.getByRole('button', { name: 'Unlock' }).waitFor();
    expect(await problemsAtBoth(page)).toEqual([]);
    await press(/^Unlock/);
    await page.getByText(messages.unlocked).waitFor();
    expect(await problemsAtBoth(page)).toEqual([]);
    await press('Go to Login');
    await page.getByLabel('Email').waitFor();
    await enter();
    await page.waitForURL('**/projects');
    expect(await page.evaluate(() => localStorage.getItem('role'))).toBe('admin');
  });

  test('a person leaves and opens Google’s dialog and signs in with it', async () => {
    const email = freshEmail('gina');
    const { page } = await openWindow(desktop);
    const { fill, focused, press } = keyboardOf(page);
    await page.goto('/login');
    await page.waitForLoadState('networkidle');
    const dialog = page.getByRole('dialog');
    await press('Sign in with Google');
    await dialog.waitFor();
    expect(await problemsAtBoth(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focused()).toBe('Sign in with Google');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await fill('name', 'Gina Google');
    await fill('email', email);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects');
    expect(await page.evaluate(() => localStorage.getItem('role'))).toBe('admin');
  });

  test('a person ends one session, keeps the place in the page, and then logs out everywhere', async () => {
    const admin = await anAdmin();
    const { page, expectErrors } = await openWindow(desktop);
    expectErrors(/40[01]|permission/i); // what asked in the moment of the end
    const { fill, focused, press } = keyboardOf(page);
    await page.goto('/login');
    await fill('email', admin.email);
    await fill('password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/projects');
    const other = await logIn(admin.email, admin.name);
    const statusOf = async (token: string) => (await call({ path: '/app/users/getUser', token })).status;
    await page.goto('/administration');
    await page.getByText('This session').waitFor();
    const ends = page.getByRole('button', { name: /End the session on/ });
    await expect.poll(() => ends.count()).toBe(2); // of the account's making and of the second login
    expect(await problemsAtBoth(page)).toEqual([]);
    await press(/End the session on/);
    await expect.poll(() => ends.count()).toBe(1);
    expect(await focused()).toBe('Sessions');
    expect([await statusOf(admin.token), await statusOf(other.token)].sort()).toEqual([200, 401]);
    await press('Log out everywhere');
    await page.getByRole('dialog').waitFor();
    expect(await problemsAtBoth(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Log out everywhere');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await press('Log out everywhere');
    await page.waitForURL('**/login');
    expect([await statusOf(admin.token), await statusOf(other.token)]).toEqual([401, 401]);
  });
});
