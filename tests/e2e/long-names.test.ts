import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aSuperadmin, freshEmail, freshNetwork, keysOf, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView } from './console-actions.ts';
import { cutNames } from './cut-names.ts';
import { sideways } from './good-page.ts';
import { tableFaults } from './table-faults.ts';

withBrowser();

/** Names without a space that differ at their end only. */
const twins = (text: string) => ['north', 'south'].map((end) => `${text.repeat(4).slice(0, 74)}-${end}`) as [string, string];
const projects = twins('CustomerPortalOfTheRegion');
const storages = twins('OrdersAndReturnsOfTheYear');
const keys = twins('PagesOfTheShopOfTheRegion');
const fields = twins('valueOfTheOrderInEuros');
const files = twins('invoice').map((name) => `${name}.txt`);
const senders = ['WWWWWWWWWWWWWW1', 'WWWWWWWWWWWWWW2'];

let admin: Admin;
let staff: Person;
let project: string;
let first: { id: string; storageKey: string };
let recordId: string;

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('MOMO'), aSuperadmin()]);
  const { token } = admin;
  for (const name of projects) project = (await aProject(admin, name)).id;
  const made = [];
  for (const [at, dataStorageName] of storages.entries()) {
    const body = { dataStorageName, dataStorageKey: `of-the-region-${at}`, isSoftDelete: false };
    made.push((await mustCall<{ data: typeof first }>({ path: `/app/project/${project}/dataStorages`, token, body })).data);
  }
  first = made[0] as typeof first;
  for (const name of keys)
    await mustCall({ path: '/app/keys', token, body: { name, projectId: project, storages: ['*'], verbs: ['read'] } });
  for (const [at, { id, storageKey }] of (made as (typeof first)[]).entries()) {
    const record = Object.fromEntries(fields.map((name) => [name, at]));
    const call = { path: `/api/${storageKey}/${id}`, ...keysOf(admin, project) };
    const { data } = await mustCall<{ data: { id: string } }>({ ...call, body: record });
    recordId ||= data.id;
    if (at > 0) continue;
    for (const name of files) {
      const body = new FormData();
      body.append('file', new Blob(['paid'], { type: 'text/plain' }), name);
      await mustCall({ ...call, path: `${call.path}/dataId/${data.id}/upload?fieldName=${name.slice(-9, -4)}`, body });
    }
  }
  for (const name of senders) {
    const body = { name, email: freshEmail('visitor'), message: 'How much is it?', acceptTerms: true };
    await mustCall({ path: '/app/contact-us', headers: freshNetwork(), body });
  }
});

test.each(sizes)('at %s names that begin alike are whole wherever they are listed', async (_, size) => {
  const { page } = await openWindow(size);
  await signInAt(page, admin);
  await page.goto('/projects');
  const found: string[] = [];
  const look = async (names: readonly string[]) => {
    await page
      .getByText(names.at(-1) ?? '', { exact: true })
      .first()
      .waitFor();
    found.push(...(await cutNames(page, names)), ...(await sideways(page)));
  };
  await look(projects);
  const pages: [string, readonly string[]][] = [
    ['endpoints', storages],
    ['keys', [...storages, ...keys]],
    ['file-storage', [storages[0]]],
    [`file-storage/${first.storageKey}`, files],
    ['reporting', storages],
  ];
  for (const [path, names] of pages) {
    await page.goto(`/project/${project}/${path}`);
    await look(names);
  }
  // Sentences of the log about twins.
  await page.getByText('MOMO added the storage').first().waitFor();
  found.push(...(await tableFaults(page)).filter((fault) => fault.includes('alike')));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('OrdersAnd');
  await look(storages);
  await openDataView(page, project, first.id);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: /valueOfTheOrder.*south/ }).waitFor();
  found.push(...(await cutNames(page, fields, '[role=dialog]')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Record' }).click();
  await page.getByRole('dialog').getByText(fields[1], { exact: true }).waitFor();
  found.push(...(await cutNames(page, fields, '[role=dialog]')));
  expect(found).toEqual([]);
});

test('a description is cut after three lines in a card that is taller', async () => {
  const { page } = await openWindow({ width: 1280, height: 800 });
  const owner = await anAdmin();
  await aProject(owner, projects[0]);
  const body = { name: 'Shop', description: 'TheDescriptionOfTheProject'.repeat(12) };
  await mustCall({ path: '/app/projects', token: owner.token, body });
  await signInAt(page, owner);
  await page.goto('/projects');
  const text = page.getByTitle(/^TheDescription/).first();
  await text.waitFor();
  const { height, line } = await text.evaluate((shown) => ({
    height: shown.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(shown).lineHeight),
  }));
  expect(Math.round(height / line)).toBe(3);
});

test('on a phone an id shows its end, which tells it from the others', async () => {
  const { page } = await openWindow({ width: 390, height: 844 });
  await signInAt(page, admin);
  await openDataView(page, project, first.id);
  const more = page.getByRole('main').getByText('More', { exact: true });
  const id = page.getByRole('main').getByTitle(recordId, { exact: true });
  await id.or(more).waitFor();
  if (await more.isVisible()) await more.click();
  await id.waitFor();
  expect(await cutNames(page, [`…${recordId.slice(-7)}`])).toEqual([]);
});

test('in the office a short name stays in one piece, and a sender is cut once', async () => {
  const { page } = await openWindow({ width: 1280, height: 800 });
  await signInAt(page, staff);
  await page.goto('/superadmin/endpoints');
  const owner = page.getByText('MOMO', { exact: true }).first();
  await owner.waitFor();
  const lines = await owner.evaluate((shown) => {
    const range = document.createRange();
    range.selectNodeContents(shown);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await page.goto('/superadmin/feedbacks');
  await page
    .getByText(senders[1] ?? '', { exact: true })
    .first()
    .waitFor();
  expect(await cutNames(page, senders)).toEqual([]);
});
