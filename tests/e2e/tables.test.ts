import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, keysOf, type Person } from '../support/personas.ts';
import { openWindow, sizes, type Window, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';
import { tableFaults } from './table-faults.ts';

withBrowser();

/** Texts that differ at their end only. */
const twins = (text: string) => ['north', 'south'].map((end) => `${text} ${end}`);
const [narrow] = sizes;
let admin: Admin;
let staff: Person;
let project: string;
let storage: string;

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('Wilhelmina Featherstonehaugh-Cholmondeley'), aSuperadmin()]);
  const { token } = admin;
  for (const name of twins('Orders and returns of the last year of the region')) {
    const { id } = await aProject(admin, name);
    await mustCall({ method: 'DELETE', path: `/app/projects/${id}`, token });
  }
  const [first] = await Promise.all(twins('Orders and returns of the region').map((name) => aProject(admin, name)));
  project = first?.id ?? '';
  await Promise.all((['developer', 'manager'] as const).map((role) => aMember(admin, role, project)));
  const [one, two, ...gone] = await Promise.all(
    ['north', 'south', 'north-gone', 'south-gone'].map((end) => aStorage(admin, project, `orders-of-the-region-${end}`, true)),
  );
  if (!one || !two) throw new Error('Storages are missing.');
  storage = one.id;
  for (const name of twins('The pages of the shop in the region of the'))
    await mustCall({ path: '/app/keys', token, body: { name, projectId: project, storages: ['*'], verbs: ['read', 'create', 'update'] } });
  const [kept, thrown] = ['kept', 'thrown'].map((which) => twins(`An order ${which} for the customer of the region`));
  const orders = { path: `/api/${one.storageKey}/${one.id}`, ...keysOf(admin, project) };
  for (const title of [...(kept ?? []), ...(thrown ?? [])]) {
    const { data } = await mustCall<{ data: { id: string } }>({ ...orders, body: { title, amount: 123_456_789.5, sentAt: '2026-03-29' } });
    const body = new FormData();
    body.append('file', new Blob(['paid'], { type: 'text/plain' }), `${title.replaceAll(' ', '-')}.txt`);
    await mustCall({ ...orders, path: `${orders.path}/dataId/${data.id}/upload?fieldName=invoice`, body });
    if (thrown?.includes(title)) await mustCall({ ...orders, path: `${orders.path}/dataId/${data.id}`, method: 'DELETE' });
  }
  for (const message of twins('The pages of the shop are slow in the evening in the region')) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ fullName: 'Wilhelmina', email: admin.email, subject: message.slice(-60), message }))
      body.append(name, value);
    await mustCall({ path: '/app/feedback', token, body });
  }
  for (const { id } of gone) await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${id}`, token });
  for (const place of ['north', 'south']) {
    const endpoint = `https://hooks.the-customer.example/of/orders/and/returns/of/the/region/${place}`;
    const body = { dataStorageId: one.id, type: 'webhook', functionality: 'receiver', endpoint };
    await mustCall({ path: `/app/project/${project}/endpoints`, token, body });
  }
  for (const path of twins('/documentation/a-topic-with-a-rather-long-name-and-a-part').map((text) => text.replace(' ', '-')))
    await mustCall({ path: '/api/superadmin/track', body: { path } });
  for (const description of twins('For the readers of the newsletter of the spring, who are many, in the'))
    await mustCall({
      path: '/app/superadmin/discounts',
      token: staff.token,
      body: { description, percentage_value: 5, fixed_value: null, number_of_use: 5, expiresAt: '2090-01-01T00:00:00Z', is_active: true },
    });
  // The widest of each column.
  const once = { name: 'Enterprise for a year', tier: 'enterprise', price: 29_900, usageLimit: 200_000_000, recurring: false };
  await mustCall({
    path: '/app/superadmin/add-product',
    token: staff.token,
    body: { ...once, description: 'Paid once', interval: 'month' },
  });
  const largest = { ...once, name: 'EnterprisePlanOfTheRegion'.repeat(3), price: 999_999, usageLimit: 1_000_000_000, recurring: true };
  const { data } = await mustCall<{ data: { id: string } }>({
    path: '/app/superadmin/add-product',
    token: staff.token,
    body: { ...largest, description: 'Paid by the month', interval: 'month' },
  });
  const path = `/app/superadmin/users/${admin.id}/change-subscription`;
  await mustCall({ method: 'PUT', path, token: staff.token, body: { productId: data.id } });
});

/** The log has a line only some time after its call: here stands what it answers. */
async function withRequests(page: Page): Promise<void> {
  const [at, ends] = ['2026-03-29T01:00:00.000Z', ['restore', 'upload', 'history']];
  const called = { keys: { k: 'The pages of the shop in the region north' }, storages: { s: 'My orders-of-the-region-north' } };
  const names = { ...called, members: {}, users: {} };
  const log = { searchedTo: at, keptFrom: at, sampled: false, names };
  const lines = ends.map((end) => ({
    id: end,
    at,
    route: `/{storageKey}/{storageId}/dataId/{recordId}/${end}`,
    storageId: 's',
    verb: 'update',
  }));
  const refused = { status: 409, code: 'precondition-failed', refusedBy: null };
  const cost = { ms: 1000, reads: 1000, writes: 1000, n: 1000 };
  const errors = lines.map(({ id, at: firstAt, ...line }) => ({ ...line, ...refused, calls: 1000, firstAt, lastAt: at, lastId: id }));
  const lists = ends.map((end) => ({
    storageId: 's',
    plan: 'scan of all records, sorted in memory',
    asks: `status = … and customer.address.city contains … sorted by ${end}`,
    calls: 1000,
    ms: { p50: 1000, p95: 10_000 },
    reads: { p50: 1000, p95: 10_000, total: 1_000_000 },
    advice: 'equals-filter',
    lastId: end,
  }));
  const answers = { errors: { data: { ...log, groups: errors } }, lists: { data: { ...log, groups: lists } } };
  const calls = {
    ...log,
    next: null,
    data: lines.map((line) => ({ ...line, ...refused, ...cost, method: 'DELETE', key: 'k', user: null, member: null })),
  };
  await page.route(/\/app\/project\/\w+\/requests/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = pathname.endsWith('errors') ? answers.errors : pathname.endsWith('lists') ? answers.lists : calls;
    await route.fulfill({ json: { success: true, ...answer } });
  });
}

async function faultsAt({ page }: Window, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .MuiSkeleton-root'));
  return tableFaults(page);
}

// Covers S1-2.3-04
test('at 1280 px each table of the console has all its columns in sight, and no two rows that look alike', async () => {
  const window = await openWindow(narrow[1]);
  await signInAt(window.page, admin);
  await withRequests(window.page);
  const places = 'home data-storage endpoints archived-storage reporting requests requests?view=errors requests?view=lists';
  const further = `webhooks keys file-storage backups trash data-storage/${storage}/view data-storage/${storage}/fields data-storage/${storage}/access`;
  const ofProject = `${places} ${further}`;
  const paths = [
    '/users',
    '/archived-projects',
    '/billing',
    '/trash',
    '/account',
    '/administration',
    '/feedback',
    ...ofProject.split(' ').map((path) => `/project/${project}/${path}`),
  ];
  const found: string[] = [];
  for (const path of paths) found.push(...(await faultsAt(window, path)));
  expect(found).toEqual([]);
});

test('at 1280 px so has each table of the back office', async () => {
  const window = await openWindow(narrow[1]);
  await signInAt(window.page, staff);
  const names =
    'dashboard users projects storages endpoints products discounts used-discounts subscriptions apiusages apiusagehistories feedbacks operations logs health';
  const found: string[] = [];
  for (const name of names.split(' ')) found.push(...(await faultsAt(window, `/superadmin/${name}`)));
  expect(found).toEqual([]);
});
