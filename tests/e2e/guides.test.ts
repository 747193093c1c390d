import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { nextMailTo } from '../support/inbox.ts';
import { installServed, notesProject, writeGuide } from '../support/guide-app.ts';
import { freshEmail, anAdmin } from '../support/personas.ts';
import { aSite, buildWithVite } from './app-of-reader.ts';
import { openWindow, withBrowser } from './browser.ts';

withBrowser();

const picture = fileURLToPath(new URL('../../web/public/pictures/preview.png', import.meta.url));

/** An address is not asked for, so it may stay empty. */
async function enter(page: Page, button: 'Sign up' | 'Sign in', name: string, email = '') {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('Correct-horse-9');
  await page.getByRole('button', { name: button }).click();
}

async function add(page: Page, text: string) {
  await page.getByLabel('Note').fill(text);
  await page.getByRole('button', { name: 'Add' }).click();
}

test('the plain page signs people up, keeps their notes apart, and shows them live with pictures', async () => {
  const { origin, serve } = await aSite();
  const { values } = await notesProject(await anAdmin(), origin);
  const { folder, remove } = writeGuide('plain-page', values);
  onTestFinished(remove);
  serve(folder);
  const { page } = await openWindow({ width: 800, height: 600 });
  await page.goto(origin);
  await enter(page, 'Sign up', 'ann', freshEmail('ann'));
  await page.getByText('live', { exact: true }).waitFor();

  const second = await openWindow({ width: 390, height: 700 });
  await second.page.goto(origin);
  await enter(second.page, 'Sign in', 'ann');
  await second.page.getByText('live', { exact: true }).waitFor();
  await page.getByLabel('Picture').setInputFiles(picture);
  await add(page, 'Buy <b>moss</b>');
  await second.page.getByText('Buy <b>moss</b>').waitFor();
  await second.page.locator('li img').waitFor();

  await page.reload();
  await page.getByText('Buy <b>moss</b>').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enter(page, 'Sign up', 'bob');
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
  await second.page.getByRole('button', { name: 'Delete' }).click();
  await second.page.getByRole('listitem').waitFor({ state: 'detached' });
});

test('the page for forgotten passwords mails a code, and the new password signs in', async () => {
  const { origin, serve } = await aSite();
  const { values } = await notesProject(await anAdmin(), origin);
  const [notes, password] = [writeGuide('plain-page', values), writeGuide('password-reset', values)];
  for (const { remove } of [notes, password]) onTestFinished(remove);
  serve(notes.folder);
  const { page } = await openWindow({ width: 800, height: 600 });
  await page.goto(origin);
  const email = freshEmail('ann');
  await enter(page, 'Sign up', 'ann', email);
  await page.getByText('live', { exact: true }).waitFor();

  serve(password.folder);
  await page.goto(`${origin}/password.html`);
  const ask = async (address: string) => {
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    await page.getByText('a code is on its way').waitFor();
  };
  await ask(freshEmail('nobody'));
  await ask(email);
  const [code = ''] = /^[\w-]{24}$/m.exec((await nextMailTo(email)).text) ?? [];
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('New password').fill('Another-horse-9');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect.poll(() => page.getByRole('status').innerText()).toBe('Your password is new. Sign in with it.');
  await page.evaluate(() => localStorage.clear()); // that session has ended with the old password
  serve(notes.folder);
  await page.goto(origin);
  await page.getByLabel('Name').fill('ann');
  await page.getByLabel('Password').fill('Another-horse-9');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
});

test('a plain page stays signed in when another window of the browser has used up its refresh token, and signs out with it', async () => {
  const { origin, serve } = await aSite();
  const { values } = await notesProject(await anAdmin(), origin);
  const { folder, remove } = writeGuide('plain-page', values);
  onTestFinished(remove);
  serve(folder);
  const { page, context } = await openWindow({ width: 800, height: 600 });
  await page.goto(origin);
  await enter(page, 'Sign up', 'ann');
  await page.getByText('live', { exact: true }).waitFor();
  const first = await page.evaluate(() => localStorage.getItem('session'));

  const second = await context.newPage();
  await second.goto(origin);
  await second.getByText('live', { exact: true }).waitFor();
  const newest = await page.evaluate(() => localStorage.getItem('session'));
  expect(newest).not.toBe(first);

  await page.clock.setSystemTime(Date.now() + 3_600_000); // the first window's access token has ended
  const refresh = page.waitForRequest((request) => request.url().endsWith('/refresh'));
  await add(page, 'Buy moss');
  expect((await refresh).postDataJSON()).toEqual({ refreshToken: newest });
  await second.getByText('Buy moss').waitFor();

  await second.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign up' }).waitFor();
});

test('the React app compiles against the served packages, and shows changes in every window', async () => {
  const { origin, serve } = await aSite();
  const { values } = await notesProject(await anAdmin(), origin);
  const { folder, remove } = writeGuide('react-app', values);
  onTestFinished(remove);
  await Promise.all([installServed(folder, 'client'), installServed(folder, 'react')]);
  serve(await buildWithVite(folder));
  const [first, second] = [await openWindow({ width: 800, height: 600 }), await openWindow({ width: 390, height: 700 })];
  await first.page.goto(origin);
  await enter(first.page, 'Sign up', 'ann');
  await first.page.getByText('No notes yet').waitFor();
  await second.page.goto(origin);
  await enter(second.page, 'Sign in', 'ann');
  await second.page.getByText('No notes yet').waitFor();
  await add(first.page, 'Buy moss');
  await second.page.getByLabel('Buy moss', { exact: true }).click();
  await expect.poll(() => first.page.getByLabel('Buy moss', { exact: true }).isChecked()).toBe(true);
  await first.page.getByLabel('Picture of Buy moss').setInputFiles(picture);
  await second.page.locator('li img').waitFor();
  first.expectErrors(/ERR_INTERNET_DISCONNECTED|WebChannelConnection/);
  await first.context.setOffline(true);
  await add(first.page, 'Not sent');
  await first.page.getByRole('alert').waitFor();
  await expect.poll(() => first.page.getByLabel('Note').inputValue()).toBe('Not sent');
  await first.context.setOffline(false);
  await second.page.getByRole('button', { name: 'Delete' }).click();
  await first.page.getByRole('listitem').waitFor({ state: 'detached' });
  await first.page.getByRole('button', { name: 'Sign out' }).click();
  await first.page.getByRole('button', { name: 'Sign up' }).waitFor();
});
