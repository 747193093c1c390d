import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { expoStandIns, takeAwayWhatPhonesLack } from '../support/expo-stand-ins.ts';
import { installServed, notesProject, writeGuide } from '../support/guide-app.ts';
import { anAdmin, freshEmail } from '../support/personas.ts';
import { aSite, buildWithVite } from './app-of-reader.ts';
import { openWindow, withBrowser } from './browser.ts';

withBrowser();

/** With stand-ins for React Native and Expo (decision 093): no phone runs here. */
test('the Expo app compiles, runs without what a phone lacks, and shows changes in every window', async () => {
  const { origin, serve } = await aSite();
  const admin = await anAdmin();
  const { projectId, values } = await notesProject(admin);
  const path = `/app/project/${projectId}/dataStorages/${values.usersStorageId}`;
  // The browser sends its own origin, whatever the app says.
  await mustCall({ method: 'PUT', path, token: admin.token, body: { signIn: { origins: ['https://notes.example.com', origin] } } });
  const { folder, remove } = writeGuide('expo-app', values);
  onTestFinished(remove);
  for (const [name, text] of expoStandIns) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await Promise.all([installServed(folder, 'client'), installServed(folder, 'react')]);
  serve(await buildWithVite(folder));
  const [first, second] = [await openWindow({ width: 390, height: 844 }), await openWindow({ width: 390, height: 844 })];
  for (const { context } of [first, second]) await context.addInitScript(takeAwayWhatPhonesLack);
  await first.page.addInitScript(() => {
    const { fetch } = window;
    const named: unknown[] = [];
    Object.assign(window, {
      named,
      fetch: (...asked: Parameters<typeof fetch>) => {
        const [url, init] = asked;
        if (String(url).includes('/api/users/')) named.push(new Map(Object.entries(init?.headers ?? {})).get('Origin'));
        return fetch(...asked);
      },
    });
  });
  const enter = async ({ page }: typeof first, button: 'Sign up' | 'Sign in') => {
    await page.goto(origin);
    await page.getByLabel('Name').fill('ann');
    await page.getByLabel('E-mail').fill(freshEmail('ann'));
    await page.getByLabel('Password').fill('Correct-horse-9');
    await page.getByRole('button', { name: button }).click();
    await page.getByText('No notes yet').waitFor();
  };
  await enter(first, 'Sign up');
  await enter(second, 'Sign in');
  expect(await first.page.evaluate(() => (window as unknown as { named: string[] }).named)).toEqual(['https://notes.example.com']);
  await first.page.getByLabel('Note').fill('Buy moss');
  await first.page.getByRole('button', { name: 'Add' }).click();
  await second.page.getByRole('switch', { name: 'Buy moss' }).click();
  await first.page.getByRole('switch', { name: 'Buy moss', checked: true }).waitFor();
  await first.page.reload(); // the keychain has the session
  await first.page.getByRole('button', { name: 'Delete' }).click();
  await second.page.getByText('No notes yet').waitFor();
  await first.page.getByRole('button', { name: 'Sign out' }).click();
  await first.page.getByRole('button', { name: 'Sign up' }).waitFor();
});
