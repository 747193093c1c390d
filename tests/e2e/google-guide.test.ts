import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { writeApp } from '../support/guide-app.ts';
import { anAdmin } from '../support/personas.ts';
import { aSite } from './app-of-reader.ts';
import { openWindow, withBrowser } from './browser.ts';
import { copiedBy, signInAt } from './console-actions.ts';

withBrowser();

/** The steps of /documentation/google-sign-in, and nothing else; on this machine a stand-in plays Google. */
test('leads from an empty account to a page with Google, where each has their own notes, by following the guide', async () => {
  const { origin, serve } = await aSite();
  const { page: console } = await openWindow({ width: 1280, height: 800 });
  await signInAt(console, await anAdmin());
  await followConsole(console, origin);
  await console.goto('/documentation/google-sign-in');
  const code = () => console.locator('.sample pre').first().textContent();
  await expect.poll(code).not.toContain('YOUR_'); // the ids are filled in
  const { folder, remove } = writeApp(
    new Map([['index.html', await copiedBy(console, console.getByRole('button', { name: /^Copy/ }).first())]]),
  );
  onTestFinished(remove);
  serve(folder);

  const { page } = await openWindow({ width: 800, height: 600 });
  const signIn = async (account: string, button: 'Continue' | 'Cancel' = 'Continue') => {
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await page.getByRole('heading', { name: 'Sign in with Google' }).waitFor();
    await page.getByLabel('Account').fill(account);
    await page.getByLabel('E-mail').fill(`${account}@example.test`);
    await page.getByLabel('Name').fill(account);
    await page.getByRole('button', { name: button }).click();
  };
  await page.goto(origin);
  await signIn('ann', 'Cancel');
  await page.getByText('You are not signed in: denied').waitFor();
  await signIn('ann');
  await page.getByText('live', { exact: true }).waitFor();
  expect(page.url()).toBe(`${origin}/`);
  await page.getByLabel('Note').fill('Buy <b>moss</b>');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Buy <b>moss</b>').waitFor();
  await page.reload();
  await page.getByText('Buy <b>moss</b>').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn('bob');
  await page.getByText('Signed in as bob').waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(0);
});

/** The section "In the console". */
async function followConsole(page: Page, origin: string): Promise<void> {
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Create Project' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Notes app');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await page.waitForURL('**/home');
  await page.getByRole('navigation').getByRole('link', { name: 'Data Storage' }).click();
  await page.getByRole('heading', { name: 'List of Data Storage' }).waitFor();

  const addStorage = async (name: string, key: string, access?: string) => {
    await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
    await dialog.getByLabel('Storage Name').fill(name);
    await dialog.getByLabel('Storage Key', { exact: true }).fill(key);
    if (access) await dialog.getByLabel('Who uses it').selectOption(access);
    await dialog.getByRole('button', { name: 'Create Data Storage' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await addStorage('Users', 'users');
  await page.getByRole('button', { name: 'Settings of Users' }).click();
  await dialog.getByLabel('May read').selectOption('Own records');
  await dialog.getByLabel('Pages that sign people in without a key').fill(origin);
  await dialog.getByRole('button', { name: 'Add a provider' }).click();
  expect(await dialog.getByLabel('Id in your app').inputValue()).toBe('google');
  await dialog.getByLabel('Client id').fill('any id');
  await dialog.getByLabel('Client secret').fill('any secret');
  await dialog.getByLabel('Pages to come back to').fill(`${origin}/`);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await dialog.waitFor({ state: 'detached' });
  await addStorage('Notes', 'notes', 'App users, each with their own records');
}
