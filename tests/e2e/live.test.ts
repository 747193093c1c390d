import type { Project, Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { inMotion, openWindow, sizes, type Window, withBrowser } from './browser.ts';
import { liveMark, signInAt, openDataView, rowWith } from './console-actions.ts';

withBrowser();

const oneSecond = 1000;
let admin: Admin;
let project: Project;
let storage: Storage;
let windows: Window[];

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin, 'Live shop');
  storage = await aStorage(admin, project.id, 'products', true);
  const developer = await aMember(admin, 'developer', project.id);
  windows = await Promise.all(
    [admin, developer].map(async (person, i) => {
      const window = await openWindow(sizes[i]?.[1] ?? sizes[0][1], inMotion);
      await signInAt(window.page, person);
      await window.page.mouse.move(200, 450); // it rests where the table will be: no hand is there until it moves again
      await openDataView(window.page, project.id, storage.id);
      return window;
    }),
  );
});

const write = (method: string, path: string, body?: unknown) =>
  mustCall<{ data: { id: string } }>({ method, path: `/api/products/${storage.id}${path}`, ...keysOf(admin, project.id), body });

test('a create, an update and a delete by curl show in both data views within a second', async () => {
  const rounds: Record<'create' | 'update' | 'remove', number>[] = [];
  for (const round of [1, 2, 3]) {
    const { data } = await write('POST', '', { title: `First title ${round}` });
    const create = await slowest((page) => rowWith(page, `First title ${round}`).waitFor());
    await write('PUT', `/dataId/${data.id}`, { title: `Second title ${round}` });
    const update = await slowest((page) => rowWith(page, `Second title ${round}`).waitFor());
    await write('DELETE', `/dataId/${data.id}`);
    const remove = await slowest((page) => rowWith(page, `Second title ${round}`).waitFor({ state: 'detached' }));
    rounds.push({ create, update, remove });
  }
  // Both browsers share two processors with other tests: one round without a pause of the machine shows how fast a change arrives.
  for (const kind of ['create', 'update', 'remove'] as const) expect(Math.min(...rounds.map((each) => each[kind]))).toBeLessThan(oneSecond);
});

test('a record that arrives above a pointer on a bin moves no row: the question is about the record that was meant', async () => {
  const { page } = windows[0] ?? (await openWindow(sizes[0][1]));
  const written = [await write('POST', '', { title: 'Meant' })];
  const bin = rowWith(page, 'Meant').getByRole('button', { name: 'Delete' });
  await bin.hover();
  const place = await bin.boundingBox();
  for (const n of [1, 2, 3]) written.push(await write('POST', '', { title: `Slid in ${n}` }));
  await page.getByRole('button', { name: '3 new' }).waitFor();
  expect(await bin.boundingBox()).toEqual(place);
  await page.mouse.down();
  await page.mouse.up();
  const question = page.getByRole('dialog', { name: 'Delete Data?' });
  await question.getByText('Meant').waitFor();
  await question.getByRole('button', { name: 'Keep' }).click();
  await question.waitFor({ state: 'detached' });
  await page.mouse.move(5, 5);
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await rowWith(page, 'Slid in 3').waitFor();
  for (const { data } of written) await write('DELETE', `/dataId/${data.id}`);
});

test('no row moves while LiveSync is lost and comes back', async () => {
  const { page, context, expectErrors } = await openWindow(sizes[0][1]);
  expectErrors(/INTERNET_DISCONNECTED/);
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  const isLive = page.getByLabel('LiveSync: live');
  await isLive.waitFor();
  const places = () => Promise.all([page.getByLabel(/^LiveSync: /), page.getByRole('searchbox')].map((one) => one.boundingBox()));
  const before = await places();
  await context.setOffline(true);
  await isLive.waitFor({ state: 'detached' });
  expect(await places()).toEqual(before);
  await context.setOffline(false);
  await isLive.waitFor();
  expect(await places()).toEqual(before);
});

test('a browser that has lost the database of its sign-in signs in again, or says that it cannot', async () => {
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  const lose = async ({ token }: { token: boolean }) => {
    await page.goto('/about');
    await page.evaluate(async (losesToken) => {
      if (losesToken) localStorage.removeItem('liveSignIn');
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
    }, token);
    await page.goto(`/project/${project.id}/data-storage/${storage.id}/view`);
  };
  await lose({ token: false });
  await liveMark(page).waitFor();
  await lose({ token: true });
  await page.getByLabel('LiveSync: log in again').waitFor();
  await page.goto('/projects');
  await page.getByLabel('LiveSync: log in again').waitFor();
  expect(await page.getByLabel('LiveSync: connecting').count()).toBe(0);
});

test('a sign-in that was cut off on its way is made again', async () => {
  const { page, expectErrors } = await openWindow(sizes[0][1]);
  expectErrors(/signInWithCustomToken|ERR_FAILED|Live updates/);
  await page.route('**/accounts:signInWithCustomToken*', (route) => route.abort(), { times: 1 });
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  expect(await page.getByLabel('LiveSync: log in again').count()).toBe(0);
});

test('a browser whose database never answers is live all the same', async () => {
  const { context, page } = await openWindow(sizes[0][1]);
  await context.addInitScript(() => {
    // @ts-expect-error -- an opening that no event follows
    IDBFactory.prototype.open = () => new EventTarget();
  });
  await signInAt(page, admin);
  await openDataView(page, project.id, storage.id);
  await liveMark(page).waitFor();
  const { data } = await write('POST', '', { title: 'Without a database' });
  await expect.poll(() => rowWith(page, 'Without a database').count()).toBe(1);
  await write('DELETE', `/dataId/${data.id}`);
});

test('an open report counts a record by itself, and the data view its total', async () => {
  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await page.goto(`/project/${project.id}/reporting`);
  const today = new Date().toISOString().slice(5, 10);
  const entries = page.getByRole('list', { name: 'Numbers of Daily entries' });
  await page.getByRole('heading', { name: 'Daily entries' }).waitFor();
  await page.getByRole('heading', { name: 'Activity log' }).waitFor();
  await write('POST', '', { title: 'Counted' });
  const counted = (count: number) => entries.getByText(`My products, ${today}: ${count}`).count();
  await expect.poll(() => counted(1)).toBe(1);
  await write('POST', '', { title: 'Also counted' });
  await slowest((window) => rowWith(window, 'Also counted').waitFor());
  await expect.poll(() => counted(2)).toBe(1);
});

test('after a time without the network both catch up on what they missed', async () => {
  const kept = await write('POST', '', { title: 'Kept' });
  const gone = await write('POST', '', { title: 'Gone' });
  await slowest((page) => rowWith(page, 'Gone').waitFor());
  for (const window of windows) window.expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to load resource|offline/i);
  await Promise.all(windows.map(({ context }) => context.setOffline(true)));
  await new Promise((resolve) => setTimeout(resolve, offlineFor()));
  await write('POST', '', { title: 'Made meanwhile' });
  await write('PUT', `/dataId/${kept.data.id}`, { title: 'Changed meanwhile' });
  await write('DELETE', `/dataId/${gone.data.id}`);
  expect(await windows[0]?.page.getByText('Made meanwhile').count()).toBe(0);
  await Promise.all(windows.map(({ context }) => context.setOffline(false)));
  await Promise.all(
    windows.map(async ({ page }) => {
      await rowWith(page, 'Made meanwhile').waitFor({ timeout: 45_000 });
      await rowWith(page, 'Changed meanwhile').waitFor();
      await rowWith(page, 'Gone').waitFor({ state: 'detached' });
    }),
  );
});

/** Twenty seconds are past the SDK's own stream timeouts; BEDPLATE_OFFLINE_MS=60000 waits a minute. */
function offlineFor(): number {
  return Number(process.env.BEDPLATE_OFFLINE_MS ?? 20_000);
}

/** @returns milliseconds until the last window got there */
async function slowest(wait: (page: Window['page']) => Promise<unknown>): Promise<number> {
  const started = Date.now();
  await Promise.all(windows.map(({ page }) => wait(page)));
  return Date.now() - started;
}
