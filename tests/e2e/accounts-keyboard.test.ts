import { messages } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { codeIn, linkToken, mailAfter } from '../support/inbox.ts';
import { anAdmin, freshEmail, password } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { keyboardOf } from './keyboard.ts';

withBrowser();

const newPassword = 'Another-horse-7';

test('with the keyboard alone a person logs in, adds a user and logs out', async () => {
  const admin = await anAdmin();
  const { page } = await openWindow(sizes[0][1]);
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
  const { page } = await openWindow(sizes[0][1]);
  const { fill, press } = keyboardOf(page);
  const email = freshEmail('tab');
  await page.goto('/register');
  await fill('name', 'Tara Tab');
  await fill('email', email);
  await fill('password', password);
  await fill('confirmPassword', password);
  const verification = await mailAfter(email, () => page.keyboard.press('Enter'));
  await page.goto(`/user/${linkToken(verification)}/verify`);
  await page.getByText(messages.verified).waitFor();
  await press('Go to Login');
  await fill('email', email);
  await fill('password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects');

  await press('Administration');
  await page.getByRole('switch', { name: /Two-factor/ }).waitFor();
  await press(/two.?factor/i, 'Space');
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
