import { messages, planLimits } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { database } from '../support/target.ts';
import { openWindow, sizes, type Window, withBrowser } from './browser.ts';
import { rowWith, signInAt } from './console-actions.ts';

withBrowser();

let admin: Admin;
let shop: string;
let window: Window;
let page: Page;

beforeAll(async () => {
  admin = await anAdmin('Olga Owner');
  shop = (await aProject(admin, 'Shop')).id;
});

beforeEach(async () => {
  window = await openWindow(sizes[0][1]);
  ({ page } = window);
  await signInAt(page, admin);
});

const storages = () => page.goto(`/project/${shop}/data-storage`);
const archive = () => page.goto(`/project/${shop}/archived-storage`);
const address = (path: string) => page.getByRole('main').locator(`a[href^="${path}"]`);

/** Presses Recover and waits for the page to load again. */
async function recover(name: string): Promise<void> {
  const [loaded] = await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: `Recover ${name}` }).click()]);
  await loaded.getByRole('heading', { level: 1 }).waitFor();
}

/** A press that the server refuses. @returns once its sentence is shown, and the row has stayed over a new look at the page */
async function refusedToRecover(name: string, sentence: string): Promise<void> {
  window.expectErrors(/409/);
  await page.getByRole('button', { name: `Recover ${name}` }).click();
  await page.getByText(sentence).waitFor();
  await page.reload();
  await page.getByRole('button', { name: `Recover ${name}` }).waitFor();
}

// Covers S2-2.j-03, S2-2.j-04
test.each([
  ['with', 'mugs', true],
  ['without', 'cups', false],
])('a storage %s soft delete is deleted, stands in the archive, and comes back with its records', async (_, key, isSoftDelete) => {
  const { id, storageName } = await aStorage(admin, shop, key, isSoftDelete);
  await mustCall({ path: `/api/${key}/${id}`, ...keysOf(admin, shop), body: { title: `Blue ${key}` } });
  await storages();
  await page.getByRole('button', { name: `Settings of ${storageName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Storage?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText(messages.storageDeleted).waitFor();

  await archive();
  await rowWith(page, storageName).getByRole('cell', { name: key, exact: true }).waitFor();
  await recover(storageName);
  await rowWith(page, storageName).waitFor({ state: 'detached' });

  await storages();
  await rowWith(page, storageName).waitFor();
  expect(await address(`/project/${shop}/data-storage/${id}`).count()).toBeGreaterThan(0);
  await page.goto(`/project/${shop}/data-storage/${id}/view`);
  await rowWith(page, `Blue ${key}`).waitFor();
});

// Covers S2-2.j-05
test('a storage whose key another one has by now stays in the archive, and the page says why', async () => {
  const first = await aStorage(admin, shop, 'plates');
  await mustCall({ method: 'DELETE', path: `/app/project/${shop}/dataStorages/${first.id}`, token: admin.token });
  const second = await aStorage(admin, shop, 'plates');
  await archive();
  await refusedToRecover(first.storageName, 'has the key "plates" by now');
  await storages();
  await address(`/project/${shop}/data-storage/${second.id}`).first().waitFor();
  expect(await address(`/project/${shop}/data-storage/${first.id}`).count()).toBe(0);
});

// Covers S2-2.j-06
test('a storage for which the project has no room stays in the archive, and the page says why', async () => {
  const { id, storageName } = await aStorage(admin, shop, 'cards');
  await mustCall({ method: 'DELETE', path: `/app/project/${shop}/dataStorages/${id}`, token: admin.token });
  const counted = database().doc(`projects/${shop}`);
  const before = (await counted.get()).get('counters.storages') as number;
  await counted.update({ 'counters.storages': planLimits.free.storagesPerProject });
  await archive();
  await refusedToRecover(storageName, 'plan includes');
  await counted.update({ 'counters.storages': before });
  await storages();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('main').getByRole('row').nth(1).waitFor();
  expect(await address(`/project/${shop}/data-storage/${id}`).count()).toBe(0);
});

// Covers S2-2.j-09, S2-2.j-10, S2-2.j-06
test('a project is deleted with its storages; a full plan does not take it back, one with room does', async () => {
  const blog = (await aProject(admin, 'Blog')).id;
  const posts = await aStorage(admin, blog, 'posts');
  const open = () => call({ path: `/api/posts/${posts.id}`, ...keysOf(admin, blog) });
  expect((await open()).status).toBe(200);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Delete Blog' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(messages.projectDeleted).waitFor();
  expect((await open()).status).not.toBe(200);

  const other = (await aProject(admin, 'In its place')).id;
  await page.goto('/archived-projects');
  await rowWith(page, 'Blog').waitFor();
  await refusedToRecover('Blog', 'plan includes');
  await page.goto('/projects');
  await page.getByRole('link', { name: 'In its place' }).waitFor();
  expect(await page.getByRole('link', { name: 'Blog', exact: true }).count()).toBe(0);

  await mustCall({ method: 'DELETE', path: `/app/projects/${other}`, token: admin.token });
  await page.goto('/archived-projects');
  await recover('Blog');
  await rowWith(page, 'Blog').waitFor({ state: 'detached' });
  await page.goto('/projects');
  await address(`/project/${blog}/`).first().waitFor();
  await page.goto(`/project/${blog}/data-storage`);
  await address(`/project/${blog}/data-storage/${posts.id}`).first().waitFor();
  expect((await open()).status).toBe(200);
});
