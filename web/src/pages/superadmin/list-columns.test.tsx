import {
  endpointTypes,
  functionalities,
  intervals,
  type OfficeApiUsage,
  type OfficeArchivedStorage,
  type OfficeEndpoint,
  type OfficeStorage,
  type OfficeSubscription,
  type OfficeUsedDiscount,
  roles,
  tiers,
} from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { anOfficeProduct } from '../../testing/office-builders.ts';
import { onAPhone } from '../../testing/on-a-phone.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';
import { loadTexts } from '../../texts/index.ts';

const at = '2026-01-02T03:04:05.000Z';
const place = { user: { id: 'u7', name: 'Olga Owner' }, project: { id: 'p7', name: 'Shop' }, tenantId: 't7' };
const named = { storageName: 'Orders', storageKey: 'orders' };
const storage: OfficeStorage = { id: 's7', ...place, ...named, is_softDelete: true, createdAt: at };
const archived: OfficeArchivedStorage = {
  id: 's8',
  originalId: 's8',
  projectId: 'p7',
  userId: 'u7',
  ...place,
  storageName: 'Old orders',
  storageKey: 'oldorders',
  isSoftDelete: false,
  originalCreatedAt: at,
  createdAt: at,
};
const endpoint: OfficeEndpoint = {
  id: 'e7',
  ...place,
  dataStorage: { storageName: 'Orders' },
  endpoint: 'https://api.test/orders',
  headers: ['X-API-Key', 'X-Secret-Key'],
  functionality: 'receiver',
  method: 'get',
  createdAt: at,
};
const product = anOfficeProduct({ id: 'pr7', description: 'For teams', usageLimit: 1000, price: 1234.5 });
const account = { user: { name: 'Olga Owner' }, tenantId: 't7' };
const subscription: OfficeSubscription = {
  id: 'sub_7',
  ...account,
  product: { name: 'Pro' },
  tier: 'pro',
  usageLimit: 1000,
  paid: true,
  currency: 'usd',
  isActive: true,
  stripeSubscriptionId: 'sub_7',
  subscriptionStatus: 'subscribed',
  expiresAt: null,
  isPastEnd: false,
};
const used: OfficeUsedDiscount = { id: 'ud7', discount_id: 'TEN', user_id: 'u7', discount: { code: 'TEN' }, ...account, createdAt: at };
const usage: OfficeApiUsage = { id: 't7_202601', ...account, usage: 12, limit: 1000 };

const lists = [
  [
    // Covers S2-2.o-02
    'storages',
    'storages',
    storage,
    'List of Data Storage',
    ['#', 'ID', 'User', 'Project', 'Storage Name', 'Storage Key', 'Soft Delete', 'Date Created'],
    ['1', 's7', 'Olga Owner', 'Shop', 'Orders', 'orders', 'Yes'],
  ],
  [
    // Covers S2-2.o-03
    'storages',
    'archivedstorages',
    archived,
    'List of Archived Data Storage',
    ['#', 'ID', 'User', 'Project', 'Storage Name', 'Storage Key', 'Soft Delete', 'Date Created', 'Date Archived'],
    ['1', 's8', 'Olga Owner', 'Shop', 'Old orders', 'oldorders', 'No'],
  ],
  [
    // Covers S2-2.o-07
    'endpoints',
    'endpoints',
    endpoint,
    'List of Endpoints',
    ['#', 'ID', 'Project', 'User', 'Storage Name', 'Endpoint', 'Headers', 'Description', 'Method'],
    ['1', 'e7', 'Shop', 'Olga Owner', 'Orders', 'https://api.test/orders', 'X-API-Key, X-Secret-Key', 'Receiver', 'GET'],
  ],
  [
    // Covers S2-2.o-08
    'products',
    'products',
    product,
    'List of Products',
    ['#', 'ID', 'Name', 'Description', 'Tier', 'Price', 'Usage Limit', 'Interval', 'Status', 'Date Created', 'Actions'],
    ['1', 'pr7', 'Pro', 'For teams', 'Pro', '1,234.50 USD', '1,000', 'month', 'On sale'],
  ],
  [
    // Covers S2-2.o-09
    'subscriptions',
    'subscriptions',
    subscription,
    'List of Subscriptions',
    // prettier-ignore
    ['#', 'ID', 'User', 'Product', 'Tier', 'Usage Limit', 'Paid', 'Currency', 'Active', 'Stripe Subscription ID', 'Status', 'Expires'],
    ['1', 'sub_7', 'Olga Owner', 'Pro', 'Pro', '1,000', 'Yes', 'USD', 'Yes', 'sub_7', 'subscribed', '–'],
  ],
  [
    // Covers S2-2.o-10
    'apiusages',
    'apiusages',
    usage,
    'List of Api Usages',
    ['#', 'ID', 'User', 'Usage', 'Limit'],
    ['1', 't7_202601', 'Olga Owner', '12', '1,000'],
  ],
  [
    // Covers S2-2.o-11
    'apiusagehistories',
    'apiusagehistories',
    { ...usage, createdAt: at },
    'List of Api Usage Histories',
    ['#', 'ID', 'User', 'Usage', 'Date Created'],
    ['1', 't7_202601', 'Olga Owner', '12'],
  ],
  [
    // Covers S2-2.q-09
    'used-discounts',
    'used-discounts',
    used,
    'List of Used Discounts',
    ['#', 'ID', 'Discount ID', 'User ID', 'Discount Code', 'User', 'Date Created'],
    ['1', 'ud7', 'TEN', 'u7', 'TEN', 'Olga Owner'],
  ],
] as const;

test.each(lists)('/superadmin/%s shows the rows of its call %s', async (page, call, row, title, columns, cells) => {
  signInAs({ role: 'superadmin' });
  fakeServer({
    [`GET /app/superadmin/${call}`]: () => aPage([row]),
    [`GET /app/superadmin/${page}`]: () => aPage([row].filter(() => call === page)),
  });
  renderApp(`/superadmin/${page}`);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  const table = within(screen.getByRole('table', { name: title }));
  await table.findByRole('cell', { name: '1' });
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(columns);
  expect(
    table
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, cells.length),
  ).toEqual(cells);
});

/** The words of the API, which people do not use. */
const codes = new Set<string>([...tiers, ...functionalities, ...intervals, ...roles, ...endpointTypes, 'none', 'subscribed', 'cancelled']);

test.each(lists)('/superadmin/%s shows no code of the API in Chinese, in the rows of its call %s', async (page, call, row, title) => {
  await loadTexts('zh');
  onTestFinished(() => loadTexts('en'));
  signInAs({ role: 'superadmin' });
  fakeServer({
    [`GET /app/superadmin/${call}`]: () => aPage([row]),
    [`GET /app/superadmin/${page}`]: () => aPage([row].filter(() => call === page)),
  });
  renderApp(`/superadmin/${page}`);
  const cells = await screen.findAllByRole('cell');
  expect(screen.queryByRole('heading', { name: title })).toBeNull();
  expect(cells.map((cell) => cell.textContent).filter((text) => codes.has(text))).toEqual([]);
});

test.each(lists)(
  'on a phone /superadmin/%s has all of a row of %s in one card, its title first',
  async (page, call, row, title, _, cells) => {
    onAPhone();
    signInAs({ role: 'superadmin' });
    fakeServer({
      [`GET /app/superadmin/${call}`]: () => aPage([row]),
      [`GET /app/superadmin/${page}`]: () => aPage([row].filter(() => call === page)),
    });
    renderApp(`/superadmin/${page}`);
    const list = within(await screen.findByRole('list', { name: title }));
    const card = await list.findByRole('listitem', { name: /^(?:Orders|Old orders|Pro|Olga Owner|TEN)$/ });
    const [, ...values] = cells.filter((cell) => cell !== '–');
    // An id by its end.
    for (const value of values) expect(card).toHaveTextContent(value.slice(-7));
  },
);

// Covers S2-8-31
test('used discounts that cannot be loaded raise no toast, and the page stays usable', async () => {
  signInAs({ role: 'superadmin' });
  const { answer } = fakeServer({ 'GET /app/superadmin/used-discounts': () => refuse('internal', 'The database is asleep.') });
  const { user } = renderApp('/superadmin/used-discounts');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('The database is asleep.')).toBeNull();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  answer({ 'GET /app/superadmin/used-discounts': () => aPage([used]) });
  await user.click(again);
  expect(await screen.findByText('ud7')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Edit|Delete|Add/ })).toBeNull();
});

test('an owner leads to the rows of one account, here and in the other lists; the address keeps what is shown', async () => {
  signInAs({ role: 'superadmin' });
  const { to } = fakeServer({
    'GET /app/superadmin/storages': () => aPage([storage]),
    'GET /app/superadmin/archivedstorages': () => aPage([]),
    'GET /app/superadmin/subscriptions': () => aPage([subscription]),
  });
  const { user, address } = renderApp('/superadmin/storages?search=ord&sort=ASC');
  await user.click(await screen.findByRole('button', { name: 'Olga Owner' }));
  await waitFor(() => expect(to('GET /app/superadmin/storages').at(-1)?.query.get('tenantId')).toBe('t7'));
  expect(to('GET /app/superadmin/storages').at(-1)?.query.toString()).toContain('search=ord');
  expect(address()).toBe('/superadmin/storages?search=ord&sort=ASC&tenantId=t7');
  await user.click(
    within(screen.getByRole('navigation', { name: 'Other lists of this account' })).getByRole('link', { name: 'Subscriptions' }),
  );
  await waitFor(() => expect(to('GET /app/superadmin/subscriptions').at(-1)?.query.get('tenantId')).toBe('t7'));
  expect(address()).toBe('/superadmin/subscriptions?tenantId=t7');
});

test('a later page begins after the last row of the one before, and its address leads there again', async () => {
  signInAs({ role: 'superadmin' });
  const page = { data: [storage], pagination: { page: 1, limit: 10, totalCount: 31, totalPages: 4 } };
  const { to } = fakeServer({
    'GET /app/superadmin/storages': () => ({ success: true, ...page }),
    'GET /app/superadmin/archivedstorages': () => aPage([]),
  });
  const { user, address } = renderApp('/superadmin/storages');
  await user.click(await screen.findByRole('button', { name: /page 3/i }));
  await waitFor(() => expect(to('GET /app/superadmin/storages').at(-1)?.query.get('page')).toBe('3'));
  expect(Object.fromEntries(to('GET /app/superadmin/storages').at(-1)?.query ?? [])).toMatchObject({ after: 's7', afterPage: '1' });
  await user.click(screen.getByRole('button', { name: /page 4/i }));
  await waitFor(() => expect(address()).toBe('/superadmin/storages?page=4&after=s7'));
});

test('a filter is saved by name, applied from another state of the list, and removed', async () => {
  signInAs({ role: 'superadmin' });
  const { to } = fakeServer({ 'GET /app/superadmin/subscriptions': () => aPage([subscription]) });
  const { user, address, router } = renderApp('/superadmin/subscriptions?search=olga&sort=ASC&page=2&after=x');
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
  const menu = () => within(screen.getByRole('dialog', { name: 'Saved filters' }));
  await user.type(menu().getByLabelText('Name of the present filter'), 'Olga, oldest first');
  await user.click(menu().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await router.navigate('/superadmin/subscriptions');
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await user.click(menu().getByRole('button', { name: 'Olga, oldest first' }));
  await waitFor(() => expect(address()).toBe('/superadmin/subscriptions?search=olga&sort=ASC'));
  await waitFor(() => expect(to('GET /app/superadmin/subscriptions').at(-1)?.query.get('search')).toBe('olga'));
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await user.click(menu().getByRole('button', { name: 'Remove the filter Olga, oldest first' }));
  expect(menu().getByText('No filters are saved for this list yet.')).toBeVisible();
});

test('a list is downloaded as its search and order show it', async () => {
  signInAs({ role: 'superadmin' });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  const { to } = fakeServer({
    'GET /app/superadmin/subscriptions': () => aPage([subscription]),
    'GET /app/superadmin/csv/subscriptions': () =>
      new Response('id\r\n', { headers: { 'content-disposition': "attachment; filename*=UTF-8''2026-01-02_subscriptions.csv" } }),
  });
  const { user } = renderApp('/superadmin/subscriptions?search=olga&tenantId=t7');
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toEqual(['2026-01-02_subscriptions.csv']));
  const { query } = to('GET /app/superadmin/csv/subscriptions')[0] ?? {};
  expect(Object.fromEntries(query ?? [])).toEqual({ search: 'olga', tenantId: 't7', sortOrder: 'DESC' });
});
