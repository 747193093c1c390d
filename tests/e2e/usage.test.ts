import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

let admin: Admin;
let project: string;
let storage: string;

beforeAll(async () => {
  admin = await anAdmin('Una Usage');
  project = (await aProject(admin, 'Counted')).id;
  storage = (await aStorage(admin, project, 'orders')).id;
});

/** An instance tells what it has served six seconds after the last call; a busy machine takes longer. */
const withinSeconds = { timeout: 30_000 };

// Covers S1-2.7-04, S1-2.7-05
test('the figure of an open page rises by one for each call of the data API, and for nothing else', async () => {
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await page.goto('/billing');
  const figure = page.getByRole('region', { name: 'API usage' }).locator('dd').first();
  await figure.waitFor();
  const shown = async () => Number(await figure.textContent());
  const open = () => call({ path: `/api/orders/${storage}`, ...keysOf(admin, project) });
  expect(await shown()).toBe(0);
  for (const count of [1, 2]) {
    expect((await open()).status).toBe(200);
    await expect.poll(shown, withinSeconds).toBe(count);
  }
  const strangers = { 'x-api-key': admin.apiKey, 'x-secret-key': 'wrong', 'x-project-id': project };
  expect((await call({ path: `/api/orders/${storage}`, headers: strangers })).status).toBe(401);
  for (const path of ['/app/projects', '/app/users/getUser', `/app/project/${project}/dataStorages/${storage}`])
    await mustCall({ path, token: admin.token });
  // The next call shows the sum: it would be four or more, had one of these counted.
  expect((await open()).status).toBe(200);
  await expect.poll(shown, withinSeconds).toBeGreaterThan(2);
  expect(await shown()).toBe(3);
  await page.reload();
  await figure.waitFor();
  expect(await shown()).toBe(3);
});
