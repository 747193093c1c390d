import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, aSuperadmin, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

const phone = sizes[1][1];
const name = 'Orders of the north';
let admin: Admin;
let staff: Person;
let project: string;
let storage: string;

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('Fay Finger'), aSuperadmin()]);
  const made = await aProject(admin, name);
  project = made.id;
  const storages = await Promise.all(['orders', 'people', 'past'].map((key) => aStorage(admin, project, key, true)));
  storage = storages[0]?.id ?? '';
  await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${storages[2]?.id}`, token: admin.token });
});

/** @returns what is pressed on the page and is lower than 24 px, and names in cards that are lower than 44 px */
async function lowAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const busy = () => page.evaluate(() => document.querySelector('[aria-busy="true"], .MuiSkeleton-root')?.outerHTML.slice(0, 300));
  await expect.poll(busy, { timeout: 40_000, message: `what is busy at ${path}` }).toBeUndefined();
  const low = await page.evaluate(() =>
    [...document.querySelectorAll('a, button, [role="button"], summary, select')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .flatMap((each) => {
        const { height } = each.getBoundingClientRect();
        const least = each.matches('li:is([aria-labelledby], .MuiCard-root) .MuiLink-root') ? 44 : 24;
        const text = (each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 60);
        return height > 1 && height < least - 0.5 ? [`${Math.round(height)} px: ${text}`] : [];
      }),
  );
  return low.map((each) => `${path} ${each}`);
}

test('on a phone a finger finds every link and button, and the names in cards most easily', async () => {
  const low: string[] = [];
  const { page } = await openWindow(phone);
  for (const path of ['/', '/contact-us', '/terms', '/login', '/register']) low.push(...(await lowAt(page, path)));
  await signInAt(page, admin);
  const pages = 'home data-storage endpoints keys webhooks archived-storage reporting requests trash'.split(' ');
  for (const path of ['/projects', '/users', '/administration', ...pages.map((each) => `/project/${project}/${each}`)])
    low.push(...(await lowAt(page, path)));
  const office = await openWindow(phone);
  await signInAt(office.page, staff);
  for (const each of 'users projects storages endpoints subscriptions'.split(' '))
    low.push(...(await lowAt(office.page, `/superadmin/${each}`)));
  expect(low).toEqual([]);
});

test('on a phone all actions of a data view stand in two rows, and the one that adds a record comes first', async () => {
  const { page } = await openWindow(phone);
  await signInAt(page, admin);
  await page.goto(`/project/${project}/data-storage/${storage}/view`);
  const texts = ['Add Record', 'Fields', 'Columns', 'Import', 'Download CSV', 'NDJSON'];
  const tops: number[] = [];
  for (const text of texts) tops.push((await page.getByRole('main').getByText(text, { exact: true }).first().boundingBox())?.y ?? 0);
  expect(new Set(tops).size).toBe(2);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test('on a phone the hint of a search that is longer than its field ends in an ellipsis', async () => {
  const { page } = await openWindow(phone);
  await signInAt(page, staff);
  await page.goto('/superadmin/users');
  const search = page.getByRole('searchbox');
  await search.waitFor();
  expect(await search.evaluate((field) => getComputedStyle(field).textOverflow)).toBe('ellipsis');
});

test('on a phone the header tells the whole name of a project, and whom it welcomes', async () => {
  const { page } = await openWindow(phone);
  await signInAt(page, admin);
  await page.goto(`/project/${project}/home`);
  const shown = page.getByRole('button', { name: 'Switch project' }).getByText(name, { exact: true }).filter({ visible: true });
  await shown.waitFor();
  const isCut = await shown.evaluate((text) => {
    const box = text.parentElement as HTMLElement;
    return box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
  });
  expect(isCut).toBe(false);
  expect(await page.getByText('Welcome Fay Finger').evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
});

test('on a phone a name without a space begins beside its welcome', async () => {
  const { page } = await openWindow(phone);
  const long = 'Featherstonehaugh'.repeat(4);
  await signInAt(page, await anAdmin(long));
  await page.goto('/projects');
  const welcome = page.getByText(`Welcome ${long}`);
  await welcome.waitFor();
  const isSeen = await welcome.evaluate((text) => {
    const letter = document.createRange();
    letter.setStart(text.firstChild as Text, 'Welcome '.length);
    letter.setEnd(text.firstChild as Text, 'Welcome F'.length);
    return letter.getBoundingClientRect().bottom <= text.getBoundingClientRect().bottom + 1;
  });
  expect(isSeen).toBe(true);
});

test('on a phone the button of a notice stands below its text', async () => {
  const { page, expectErrors } = await openWindow(phone);
  expectErrors(/404 .*\/undo/);
  await signInAt(page, admin);
  await page.goto(`/project/${project}/backups`);
  await page.getByRole('button', { name: 'Undo changes …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Look first' }).click();
  const [button, text] = [page.getByRole('link', { name: 'Go to Data Storage' }), page.getByText(/^No storage of this project keeps/)];
  await button.waitFor();
  const [below, above] = await Promise.all([button.boundingBox(), text.boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});
