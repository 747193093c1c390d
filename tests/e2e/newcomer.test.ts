import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { installServed, writeApp } from '../support/guide-app.ts';
import { linkToken, nextMailTo } from '../support/inbox.ts';
import { aProject, anAdmin, aStorage, freshEmail, password } from '../support/personas.ts';
import { aSite, buildWithVite } from './app-of-reader.ts';
import { openWindow, withBrowser } from './browser.ts';
import { clipboard, signInAt } from './console-actions.ts';
import { keyboardOf } from './keyboard.ts';

withBrowser();

/** Follows what is visible, to a live record in an app on another origin. Presses are counted from the mailed link on, forms from the start. */
test('a newcomer has a live record in an app of their own after at most seven presses and three forms', async () => {
  const { page } = await openWindow({ width: 1280, height: 900 });
  const email = freshEmail('newcomer');
  let presses = 0;
  let forms = 0;
  const press = (what: Locator) => {
    presses += 1;
    return what.click();
  };
  const fill = async (fields: Record<string, string>) => {
    forms += 1;
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).first().fill(value);
  };

  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await fill({ Name: 'New Comer', Email: email, Password: password, 'Confirm Password': password });
  await page.getByRole('button', { name: 'Create Account' }).click();
  const link = `/user/${linkToken(await nextMailTo(email))}/verify`;

  await page.goto(link);
  await page.waitForURL('**/projects');
  await press(page.getByRole('button', { name: 'Create Project' }).first());
  await fill({ Name: 'First app' });
  await press(page.getByRole('dialog').getByRole('button', { name: 'Create Project' }));
  const steps = page.getByRole('region', { name: 'Get started' });
  await press(steps.getByRole('button', { name: 'Add Data Storage' }));
  await fill({ 'Storage Name': 'Notes', 'Storage Key': 'notes' });
  await press(page.getByRole('dialog').getByRole('button', { name: 'Create Data Storage' }));
  const first = page.getByRole('region', { name: 'Write the first record' });
  await press(first.getByRole('button', { name: 'Make a key' }));
  await first.getByText('The key may read and create in Notes').waitFor();
  await press(first.getByRole('tab', { name: 'fetch' }));
  await press(first.getByRole('button', { name: /^Copy/ }).first());

  const app = await openWindow({ width: 800, height: 600 });
  await app.page.goto(await anOrigin());
  await app.page.addScriptTag({ type: 'module', content: await clipboard(page) });
  await page.getByRole('gridcell', { name: 'Hello' }).waitFor();
  await first.getByRole('link', { name: 'A React app' }).waitFor();
  expect(presses).toBeLessThanOrEqual(7);
  expect(forms).toBeLessThanOrEqual(3);
});

test('with the keyboard alone a newcomer comes from the first project to a record that arrives', async () => {
  const { page } = await openWindow({ width: 1280, height: 900 });
  const { fill, press, tabTo } = keyboardOf(page);
  await signInAt(page, await anAdmin());
  await page.goto('/projects');
  await press('Create Project');
  await page.getByRole('dialog').waitFor();
  await fill('name', 'First app');
  await page.keyboard.press('Enter');
  const steps = page.getByRole('region', { name: 'Get started' });
  await steps.waitFor();
  await press('Add Data Storage');
  await page.getByRole('dialog').waitFor();
  await fill('storageName', 'Notes');
  await page.keyboard.press('Enter');
  const first = page.getByRole('region', { name: 'Write the first record' });
  await first.getByRole('button', { name: 'Make a key' }).waitFor();
  await press('Make a key');
  await first.getByText('The key may read and create in Notes').waitFor();
  await tabTo('curl');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await press(/^Copy/);
  const app = await openWindow({ width: 800, height: 600 });
  await app.page.goto(await anOrigin());
  await app.page.addScriptTag({ type: 'module', content: await clipboard(page) });
  await first.getByRole('link', { name: 'A page with sign-up' }).waitFor();
  await press('A page with sign-up');
  await page.getByRole('heading', { name: 'Guide: a plain page' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/documentation/plain-page');
});

test('the React app that the first steps show compiles, adds a record and shows it, and the steps see it arrive', async () => {
  const admin = await anAdmin();
  const { id: projectId } = await aProject(admin);
  await aStorage(admin, projectId, 'notes');
  const { page } = await openWindow({ width: 1280, height: 900 });
  await signInAt(page, admin);
  await page.goto(`/project/${projectId}/home`);
  const steps = page.getByRole('region', { name: 'Get started' });
  await steps.getByRole('button', { name: 'Make a key' }).click();
  await steps.getByText('The key may read and create in').waitFor();
  await steps.getByRole('tab', { name: 'React' }).click();
  await steps.getByRole('button', { name: /^Copy/ }).first().click();
  const { folder, remove } = writeApp(new Map([['src/App.tsx', await clipboard(page)]]));
  onTestFinished(remove);
  await Promise.all([installServed(folder, 'client'), installServed(folder, 'react')]);
  const { origin, serve } = await aSite();
  serve(await buildWithVite(folder));
  const app = await openWindow({ width: 800, height: 600 });
  await app.page.goto(origin);
  await app.page.getByRole('button', { name: 'Add a record' }).click();
  await app.page.getByRole('listitem').getByText('"title":"Hello"').waitFor();
  await expect.poll(() => steps.getByRole('button', { name: 'Copy record' }).isVisible()).toBe(true);
});

/** An app of the newcomer's: an empty page. */
async function anOrigin(): Promise<string> {
  const server = createServer((_, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end('<title>App</title><link rel="icon" href="data:,">'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on TCP
}
