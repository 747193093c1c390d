import type { Role } from '@bedplate/contract';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, keysOf } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, rowWith } from './console-actions.ts';
import { cutHints, problemsOf, sideways } from './good-page.ts';
import { unreachable } from './reachable.ts';
import { watchTokens } from './watch-tokens.ts';

withBrowser();

const [, desktop] = sizes[0];
const [, phone] = sizes[1];
let admin: Admin;
let project = '';
let storage = '';
let users = '';

beforeAll(async () => {
  admin = await anAdmin('Walter Walker');
  project = (await aProject(admin, 'Walk')).id;
  storage = (await aStorage(admin, project, 'products', true)).id;
  users = (await aStorage(admin, project, 'users')).id;
  await mustCall({
    path: `/api/products/${storage}`,
    ...keysOf(admin, project),
    body: { title: 'Oak Mug', price: 14, tags: ['a'], sold: false },
  });
});

/** Path, title and who may open it, as the menu says. */
const ownPages: readonly [path: string, title: string, roles: readonly Role[]][] = [
  ['/projects', 'All Projects', ['admin']],
  ['/users', 'Users', ['admin']],
  ['/account', 'My account', ['admin', 'manager', 'developer', 'user']],
  ['/feedback', 'Feedback', ['admin', 'manager', 'developer', 'user']],
  ['/administration', 'Administration', ['admin']],
  ['/archived-projects', 'Archived Project', ['admin']],
  ['/trash', 'Trash', ['admin']],
  ['/billing', 'Billing', ['admin']],
  ['/project/{project}/home', 'Walk', ['admin', 'manager', 'developer', 'user']],
  ['/project/{project}/data-storage', 'List of Data Storage', ['admin', 'developer', 'user']],
  ['/project/{project}/endpoints', 'List of Endpoints', ['admin', 'developer', 'user']],
  ['/project/{project}/webhooks', 'Webhooks', ['admin', 'developer']],
  ['/project/{project}/keys', 'Keys & access', ['admin', 'developer']],
  ['/project/{project}/sandbox', 'Sandbox', ['admin', 'developer']],
  ['/project/{project}/file-storage', 'File Storage', ['admin', 'developer']],
  ['/project/{project}/file-storage/products', 'My products', ['admin', 'developer']],
  ['/project/{project}/archived-storage', 'Archived Storage', ['admin', 'developer']],
  ['/project/{project}/backups', 'Backups', ['admin']],
  ['/project/{project}/trash', 'Trash', ['admin', 'developer']],
  ['/project/{project}/requests', 'Requests', ['admin', 'developer']],
  ['/project/{project}/reporting', 'Activity & Storage Overview', ['admin', 'manager']],
  ['/project/{project}/data-storage/{storage}/view', 'MY PRODUCTS', ['admin', 'developer', 'user']],
  ['/project/{project}/data-storage/{storage}/fields', 'Fields', ['admin', 'developer']],
  ['/project/{project}/data-storage/{storage}/access', 'Access rules', ['admin', 'developer']],
  ['/project/{project}/data-storage/{users}/mails', 'Mails to app users', ['admin', 'developer']],
];
const officePages =
  'dashboard users projects storages endpoints products discounts used-discounts subscriptions apiusages apiusagehistories feedbacks logs operations health';

const addressOf = (path: string) => path.replace('{project}', project).replace('{storage}', storage).replace('{users}', users);

/** @returns the address that is open when the page's title is there and nothing is a placeholder any more */
async function open(page: Page, path: string, title?: string): Promise<string> {
  const answer = await page.goto(addressOf(path));
  expect(answer?.status()).toBe(200); // firebase.json names every page
  await page.getByRole('heading', { level: 1, ...(title ? { name: title, exact: true } : {}) }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
  return new URL(page.url()).pathname;
}

test.each([
  ['1280 px', 'light', desktop],
  ['390 px', 'dark', phone],
] as const)(
  // Covers S0-2.1-02, S2-2-02, S0-7-01, S1-2-02
  'an admin opens every page directly; at %s in %s each call carries the stored token, none has anything serious for axe, and Tab reaches all that a mouse can use',
  async (_, colorScheme, size) => {
    const { page } = await openWindow(size, { colorScheme });
    await signInAt(page, admin);
    const tokens = await watchTokens(page);
    const problems: string[] = [];
    const walked = new Set<string>();
    for (const [path, title] of ownPages) {
      await open(page, path, title);
      problems.push(...(await problemsOf(page)), ...(await unreachable(page, walked)));
      await tokens.note();
    }
    expect(problems).toEqual([]);
    expect(tokens.sent()).toBeGreaterThan(ownPages.length);
    expect(tokens.others()).toEqual([]);
  },
);

test.each(['light', 'dark'] as const)('selected and deleted records can be read in %s', async (colorScheme) => {
  const { page } = await openWindow(desktop, { colorScheme });
  const { id } = await aStorage(admin, project, `${colorScheme}things`, true);
  const path = `/api/${colorScheme}things/${id}`;
  const keys = keysOf(admin, project);
  const { data } = await mustCall<{ data: { id: string }[] }>({
    path,
    ...keys,
    body: [
      { title: 'Oak', note: null },
      { title: 'Elm', note: null },
    ],
  });
  await mustCall({ path: `${path}/dataId/${data[0]?.id}`, ...keys, method: 'DELETE' });
  await signInAt(page, admin);
  await openDataView(page, project, id);
  await page.getByRole('switch', { name: 'Show deleted' }).click();
  await rowWith(page, 'Oak').waitFor();
  const [search, deleted] = await Promise.all(
    [page.getByRole('searchbox'), page.getByText('Show deleted')].map((one) => one.boundingBox()),
  );
  expect(deleted?.y).toBeLessThan((search?.y ?? 0) + (search?.height ?? 0)); // one line, with the search
  expect(await problemsOf(page)).toEqual([]);
  for (const row of ['Oak', 'Elm']) {
    const box = rowWith(page, row).getByRole('checkbox');
    // The list of the switch before may still be drawn again below the press.
    const tick = async () => (await box.isChecked()) || (await box.click(), await box.isChecked());
    await expect.poll(tick).toBe(true);
  }
  await rowWith(page, 'Oak').hover();
  expect(await problemsOf(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)('the coloured answer of the sandbox can be read in %s', async (colorScheme) => {
  const { page } = await openWindow(desktop, { colorScheme });
  await signInAt(page, admin);
  await open(page, '/project/{project}/sandbox', 'Sandbox');
  await page.route('**/answer', (route) => route.fulfill({ json: { text: 'a', number: 1, yes: true, nothing: null } }));
  await page.getByLabel('URL').fill(new URL('/answer', page.url()).href);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('"nothing"').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

// Covers S0-2.1-02, S0-7-01, S1-2-02
test.each(['manager', 'developer', 'user'] as const)('a %s opens each page of their menu directly, with the stored token', async (role) => {
  const { page } = await openWindow(desktop);
  await signInAt(page, await aMember(admin, role, project));
  const tokens = await watchTokens(page);
  const opened: string[] = [];
  const own = ownPages.filter(([, , roles]) => roles.includes(role)).map(([path, title]) => [path, title] as const);
  for (const [path, title] of own) {
    opened.push(await open(page, path, title));
    await tokens.note();
  }
  expect(opened).toEqual(own.map(([path]) => addressOf(path)));
  expect(tokens.sent()).toBeGreaterThan(own.length);
  expect(tokens.others()).toEqual([]);
});

// Covers S0-7-01, S1-2-02
test('no page of the staff asks without the stored token, has anything serious for axe, scrolls sideways or cuts a hint on a phone, or keeps from Tab what a mouse can use', async () => {
  const { page } = await openWindow(desktop, { colorScheme: 'dark' });
  await signInAt(page, await aSuperadmin());
  const tokens = await watchTokens(page);
  const problems: string[] = [];
  const walked = new Set<string>();
  for (const name of officePages.split(' ')) {
    await page.setViewportSize(desktop);
    await open(page, `/superadmin/${name}`);
    problems.push(...(await problemsOf(page)), ...(await unreachable(page, walked)));
    await page.setViewportSize(phone);
    problems.push(...(await sideways(page)), ...(await cutHints(page)), ...(await unreachable(page, walked)));
    await tokens.note();
  }
  expect(problems).toEqual([]);
  expect(tokens.sent()).toBeGreaterThan(officePages.split(' ').length);
  expect(tokens.others()).toEqual([]);
});

test('the last of an odd number of panels is as wide as two, so that no hole is beside it', async () => {
  const { page } = await openWindow(desktop);
  await signInAt(page, admin);
  await open(page, '/project/{project}/home', 'Walk');
  const [left, right, last] = await Promise.all(
    ['Project details', 'User details', 'Collaborators'].map((name) => page.getByRole('region', { name }).boundingBox()),
  );
  expect(right?.y).toBe(left?.y);
  expect(last?.x).toBe(left?.x);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe((right?.x ?? 0) + (right?.width ?? 0));
});

test('the console opens in the browser’s language', async () => {
  const { page } = await openWindow(desktop, { locale: 'zh-CN' });
  await page.goto('/login');
  await expect.poll(() => page.getByRole('button', { name: '登录', exact: true }).count()).toBe(1);
});

test('a page has an outline until its scripts have come, and then not', async () => {
  const { page } = await openWindow(desktop);
  let letGo = () => {};
  const asked = new Promise<void>((go) => (letGo = go));
  await page.route('**/assets/start-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#outline').waitFor();
  letGo();
  await page.getByLabel('Email').waitFor();
  expect(await page.locator('#outline').isVisible()).toBe(false);
});

test('the first drawing of a page finds its styles in the file of the build', async () => {
  const { page } = await openWindow(desktop);
  await page.addInitScript(() => {
    const made: string[] = Object.assign(window, { made: [] }).made;
    const insertRule = CSSStyleSheet.prototype.insertRule;
    CSSStyleSheet.prototype.insertRule = function (rule, index) {
      if (this.ownerNode instanceof HTMLStyleElement && this.ownerNode.dataset.emotion === 'css') made.push(rule);
      return insertRule.call(this, rule, index);
    };
  });
  await signInAt(page, admin);
  const made: string[] = [];
  for (const path of ['/projects', '/project/{project}/home', '/project/{project}/data-storage/{storage}/view']) {
    await open(page, path);
    made.push(...(await page.evaluate(() => (window as unknown as { made: string[] }).made))); // set above
  }
  // A data view alone has 700 rules; those of a changed style are made until it is noted.
  expect(made.length, `styles that are new: note them with npm run first-styles. ${made.slice(0, 5).join(' ')}`).toBeLessThan(40);
});

test('a browser compiles what each page runs before it is called, and has the font before the text', async () => {
  const { page } = await openWindow(desktop);
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const shared = loaded.filter((name) => /\/assets\/(?:react|router|look|common|start|login|login-page)-[\w-]+\.js$/.test(name));
  expect(shared.length).toBeGreaterThan(6);
  const scripts = await Promise.all(shared.map(async (name) => (await page.request.get(name)).text()));
  expect(scripts.map((script) => script.split('\n', 1)[0])).toEqual(shared.map(() => '//# allFunctionsCalledOnLoad'));
  const fonts = loaded.filter((name) => name.endsWith('.woff2'));
  const preloaded = await page.locator('link[rel=preload][as=font]').evaluate((link: HTMLLinkElement) => link.href);
  expect(fonts).toEqual([preloaded]);
});

test('the walk with Tab finds what only a mouse can use, and a stop that one does not see', async () => {
  const { page } = await openWindow(desktop);
  const faulty = `<a href="#x">Good</a> <label style="cursor: pointer"><input type="checkbox"> Also good</label>
    <div style="cursor: pointer">Mouse alone</div> <button tabindex="-1">Left out</button> <button style="outline: none">Unseen</button>`;
  const faults = [
    expect.stringMatching(/not reached.*Mouse alone/),
    expect.stringMatching(/not reached.*Left out/),
    expect.stringMatching(/no mark.*Unseen/),
  ];
  await page.setContent(faulty);
  expect(await unreachable(page)).toEqual(faults);

  const walked = new Set<string>();
  const menu = (more = '') => `<nav><a href="#x">Home</a> <button tabindex="-1">Missed</button>${more}</nav>`;
  await page.setContent(`${menu()}<main>Empty</main>`);
  expect(await unreachable(page, walked)).toEqual([expect.stringMatching(/not reached.*Missed/)]);
  await page.setContent(`${menu()}<main>${faulty}</main>`);
  expect(await unreachable(page, walked), 'the same menu is not walked again').toEqual(faults);
  await page.setContent(`${menu('<a href="#y">New</a>')}<main>${faulty}</main>`);
  expect(await unreachable(page, walked)).toEqual([expect.stringMatching(/not reached.*Missed/), ...faults]);
});
