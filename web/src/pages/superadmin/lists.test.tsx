import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { anOfficeDiscount, anOfficeProduct } from '../../testing/office-builders.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const at = '2026-01-02T03:04:05.000Z';
const aUser = (role: string) => ({
  id: `id-${role}`,
  name: `Max ${role}`,
  email: `${role}@example.test`,
  role,
  is_active: true,
  is_verified: true,
  is_suspended: false,
  tenantId: role === 'superadmin' ? null : 't1',
  plan: role === 'superadmin' ? null : 'Pro',
  last_login: null,
  createdAt: at,
  updatedAt: at,
});
// Pages are chunks of their own: loaded before, so that no wait of a test has to cover them.
beforeAll(() =>
  Promise.all([
    import('./users-page.tsx'),
    import('./discounts-page.tsx'),
    import('./products-page.tsx'),
    import('../../app/shell/shell.tsx'),
  ]),
);

function open(page: string, routes: Parameters<typeof fakeServer>[0]) {
  signInAs({ role: 'superadmin' });
  const server = fakeServer(routes);
  return { server, ...renderApp(`/superadmin/${page}`) };
}

test.each([
  ['', 1, 30, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['?page=17', 17, 30, [12, 13, 14, 15, 16, 17, 18, 19, 20, 21]],
  ['?page=30', 30, 30, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]],
  ['?page=31', 30, 30, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]],
  ['?page=0', 1, 3, [1, 2, 3]],
  ['?page=-2', 1, 2, [1, 2]],
  ['?page=1.5', 1, 11, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  // Covers S2-9-01, S2-5-20
])(
  'at %j a list shows page %i of %i in a window of ten, and its arrows lead nowhere outside',
  async (search, page, totalPages, numbers) => {
    const { server, user } = open(`users${search}`, {
      'GET /app/superadmin/users': ({ query }) =>
        aPage(Number(query.get('page')) <= totalPages ? [aUser('admin')] : [], {
          page: Number(query.get('page')),
          totalCount: totalPages * 10,
          totalPages,
        }),
    });
    await waitFor(() => expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent(String(page)));
    const offered = () => screen.getAllByRole('button', { name: /^Page \d/ }).map((button) => Number(button.textContent));
    expect(offered()).toEqual(numbers);
    const [previous, next] = ['Previous page', 'Next page'].map((name) => screen.getByRole('button', { name }));
    expect([previous?.hasAttribute('disabled'), next?.hasAttribute('disabled')]).toEqual([page === 1, page === totalPages]);
    const asked = () => server.to('GET /app/superadmin/users').map(({ query }) => Number(query.get('page')));
    const step = page === totalPages ? previous : next;
    const to = page === totalPages ? page - 1 : page + 1;
    await user.click(step as HTMLElement);
    await waitFor(() => expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent(String(to)));
    expect(asked().at(-1)).toBe(to);
    expect(asked().filter((number) => !(number >= 1))).toEqual([]);
  },
);

// Covers S2-2.o-13, S2-2.o-14
test('roles have their badge; admin is called Administrator', async () => {
  const roles = ['superadmin', 'admin', 'manager', 'developer', 'user'];
  open('users', { 'GET /app/superadmin/users': () => aPage(roles.map(aUser)) });
  await screen.findByText('Max admin');
  const colours = [...document.querySelectorAll('[data-colour]')].map((badge) => [badge.textContent, badge.getAttribute('data-colour')]);
  expect(colours).toEqual([
    ['Super Admin', 'red'],
    ['Administrator', 'yellow'],
    ['Manager', 'blue'],
    ['Developer', 'orange'],
    ['User', 'green'],
  ]);
});

test('a row leads to what it names: a person to the account, a storage to the storages of its project', async () => {
  const { user } = open('users', { 'GET /app/superadmin/users': () => aPage([aUser('superadmin'), aUser('admin')]) });
  await user.click(await screen.findByRole('button', { name: 'Max admin' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Max admin');
  expect(screen.queryByRole('button', { name: 'Max superadmin' })).toBeNull();
  cleanup();
  const owned = { id: 's1', user: { id: 'u1', name: 'Ada' }, project: { id: 'p7', name: 'Shop' }, tenantId: 't1', createdAt: at };
  const storage = { ...owned, storageName: 'Oak mugs', storageKey: 'mugs', is_softDelete: true };
  const archived = { ...storage, id: 's2', storageName: 'Old', isSoftDelete: true, originalCreatedAt: at };
  open('storages', {
    'GET /app/superadmin/storages': () => aPage([storage]),
    'GET /app/superadmin/archivedstorages': () => aPage([archived]),
  });
  expect(await screen.findByRole('link', { name: 'Oak mugs' })).toHaveAttribute('href', '/project/p7/data-storage');
  await screen.findByText('Old');
  expect(screen.queryByRole('link', { name: 'Old' })).toBeNull();
});

// Covers S2-5-10, S2-5-11, S2-8-16
test('a plan must be chosen, the present one is not offered, a refusal is shown', async () => {
  const { server, user } = open('users', {
    'GET /app/superadmin/users': () => aPage([aUser('admin')]),
    'GET /app/superadmin/products': () => aPage([anOfficeProduct({ id: 'p1', name: 'Pro' }), anOfficeProduct({ id: 'p2', name: 'Scale' })]),
    'PUT /app/superadmin/users/:id/change-subscription': () => new Response('', { status: 500 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change the subscription of Max admin' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Change subscription' })).toBeDisabled();
  await dialog.findByRole('option', { name: /Scale/ });
  expect(dialog.queryByRole('option', { name: /^Pro/ })).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Plan'), 'p2');
  await user.click(dialog.getByRole('button', { name: 'Change subscription' }));
  expect(await dialog.findByText('Failed to change subscription')).toBeVisible();
  expect(server.to('PUT /app/superadmin/users/:id/change-subscription')[0]?.body).toEqual({ productId: 'p2' });
});

test('every plan on sale can be chosen, however many there are', async () => {
  const plans = Array.from({ length: 103 }, (_, i) => anOfficeProduct({ id: `p${i}`, name: `Plan ${i}` }));
  const { user } = open('users', {
    'GET /app/superadmin/users': () => aPage([aUser('admin')]),
    'GET /app/superadmin/products': ({ query }) => {
      const page = Number(query.get('page'));
      return aPage(plans.slice((page - 1) * 100, page * 100), { page, limit: 100, totalCount: plans.length, totalPages: 2 });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change the subscription of Max admin' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('option', { name: /^Plan 102 / })).toBeInTheDocument();
  expect(dialog.getByRole('option', { name: /^Plan 0 / })).toBeInTheDocument();
});

test('over a plan that is paid for, staff say what becomes of it', async () => {
  const paid = { name: 'Pro', periodEnd: null, ends: false, isPaused: false, paymentIssueSince: null };
  const { server, user } = open('users', {
    'GET /app/superadmin/users': () => aPage([aUser('admin')]),
    'GET /app/superadmin/products': () => aPage([anOfficeProduct({ id: 'p2', name: 'Scale' })]),
    'GET /app/superadmin/tenants/:id': () => ({ success: true, data: { subscription: { paid } } }),
    'PUT /app/superadmin/users/:id/change-subscription': () => ({ success: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'Change the subscription of Max admin' }));
  const dialog = within(await screen.findByRole('dialog'));
  const choice = await dialog.findByLabelText('What becomes of Pro, which the account pays for');
  await user.selectOptions(dialog.getByLabelText('Plan'), await dialog.findByRole('option', { name: /Scale/ }));
  expect(dialog.getByRole('button', { name: 'Change subscription' })).toBeDisabled();
  await user.selectOptions(choice, 'pause');
  await user.click(dialog.getByRole('button', { name: 'Change subscription' }));
  await waitFor(() =>
    expect(server.to('PUT /app/superadmin/users/:id/change-subscription')[0]?.body).toEqual({ productId: 'p2', paid: 'pause' }),
  );
});

test('of two plans with the name of the present one both are offered, by their interval', async () => {
  const { user } = open('users', {
    'GET /app/superadmin/users': () => aPage([aUser('admin')]),
    'GET /app/superadmin/products': () =>
      aPage([anOfficeProduct({ id: 'p1' }), anOfficeProduct({ id: 'p2', price: 50, interval: 'year' })]),
  });
  await user.click(await screen.findByRole('button', { name: 'Change the subscription of Max admin' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('option', { name: 'Pro (5.00 USD / month)' })).toBeInTheDocument();
  expect(dialog.getByRole('option', { name: 'Pro (50.00 USD / year)' })).toBeInTheDocument();
});

test.each([
  ['users', 'List of Users', 'users'],
  ['projects', 'List of Projects', 'projects'],
  ['endpoints', 'List of Endpoints', 'endpoints'],
  ['products', 'List of Products', 'products'],
  ['subscriptions', 'List of Subscriptions', 'subscriptions'],
  ['apiusages', 'List of Api Usages', 'apiusages'],
  ['apiusagehistories', 'List of Api Usage Histories', 'apiusagehistories'],
  ['discounts', 'List of Discounts', 'discounts'],
  // Covers S2-8-15, S0-2.1-04, S2-2-03
])('/superadmin/%s is titled "%s" and says when it cannot be loaded', async (page, title, call) => {
  open(page, { [`GET /app/superadmin/${call}`]: () => new Response('', { status: 400 }) });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(await screen.findByText(/^Failed to fetch/)).toBeVisible();
});

// Covers S2-8-15
test('a list shows the server’s message', async () => {
  open('projects', { 'GET /app/superadmin/projects': () => refuse('permission-denied', 'Not today.') });
  expect(await screen.findByText('Not today.')).toBeVisible();
});

// Covers S2-9-02, S2-2.q-01, S2-2.q-02, S2-2.q-03
test('the discounts list numbers rows through its pages and offers no delete', async () => {
  const { user } = open('discounts', {
    'GET /app/superadmin/discounts': ({ query }) => ({
      success: true,
      data: [
        { ...anOfficeDiscount(), ...(query.get('page') === '2' ? { id: 'B', code: 'B', percentage_value: null, fixed_value: 5 } : {}) },
      ],
      pagination: { page: Number(query.get('page')), limit: 10, totalCount: 11, totalPages: 2 },
    }),
  });
  expect(await screen.findByText('10%')).toBeVisible();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '#',
    'Actions',
    'Code',
    'Description',
    'Discount',
    'Number of Use',
    'Expires',
    'Status',
  ]);
  await user.click(screen.getByRole('button', { name: /Page 2|Go to page 2/i }));
  expect(await screen.findByText('$5')).toBeVisible();
  expect(screen.getByRole('cell', { name: '11' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
});

// Covers S2-2.q-05, S2-2.q-07, S2-4-13, S2-4-14, S2-5-16, S2-5-19, S2-8-22, S2-8-24
test('a discount has one value and needs a description and a day', async () => {
  const { server, user } = open('discounts', {
    'GET /app/superadmin/discounts': () => aPage([]),
    'POST /app/superadmin/discounts': () => ({ success: true, data: { code: 'X' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Discount' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Discount' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect((await dialog.findAllByRole('alert')).length).toBeGreaterThan(2);
  expect(server.to('POST /app/superadmin/discounts')).toHaveLength(0);
  await user.type(dialog.getByLabelText('Description'), 'Ten off');
  await user.type(dialog.getByLabelText('Percentage Value (%)'), '10');
  await user.type(dialog.getByLabelText('Fixed Value ($)'), '5');
  expect(dialog.getByLabelText('Percentage Value (%)')).toHaveValue(null);
  await user.type(dialog.getByLabelText('Percentage Value (%)'), '20');
  expect(dialog.getByLabelText('Fixed Value ($)')).toHaveValue(null);
  await user.type(dialog.getByLabelText('Number of Use'), '3');
  await user.type(dialog.getByLabelText('Expires'), '01/02/2030');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Discount created successfully')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to('POST /app/superadmin/discounts')[0]?.body).toEqual({
    description: 'Ten off',
    percentage_value: 20,
    fixed_value: null,
    number_of_use: 3,
    expiresAt: '2030-01-02',
    is_active: true,
  });
});

// Covers S2-2.q-06, S2-2.q-08, S2-8-21, S2-8-23
test('editing begins with the present values; Cancel saves nothing', async () => {
  const answers = [() => new Response('', { status: 500 }), () => ({ success: true, message: 'ok' })];
  const { server, user } = open('discounts', {
    'GET /app/superadmin/discounts': () => aPage([anOfficeDiscount()]),
    'PUT /app/superadmin/discounts/:code': () => answers.shift()?.() ?? {},
  });
  await user.click(await screen.findByRole('button', { name: 'Edit ABCDEFGH' }));
  const first = within(await screen.findByRole('dialog', { name: 'Edit Discount' }));
  expect(first.getByLabelText('Percentage Value (%)')).toHaveValue(10);
  await user.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to('PUT /app/superadmin/discounts/:code')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Edit ABCDEFGH' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Discount' }));
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await dialog.findByText('Failed to update discount')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Discount updated successfully')).toBeVisible();
});

// Covers S2-2.p-01, S2-2.p-02, S2-5-03, S2-8-17
test('the product form needs its fields; an interval shows only when recurring', async () => {
  const { server, user } = open('products', {
    'GET /app/superadmin/products': () => aPage([]),
    'POST /app/superadmin/add-product': () => new Response('', { status: 500 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add Product' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }));
  expect(dialog.getByLabelText('Interval')).toHaveValue('month');
  await user.click(dialog.getByRole('switch', { name: 'Recurring' }));
  expect(dialog.queryByLabelText('Interval')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findAllByRole('alert')).length).toBeGreaterThanOrEqual(4);
  expect(server.to('POST /app/superadmin/add-product')).toHaveLength(0);
  await user.type(dialog.getByLabelText('Name'), 'Pro');
  await user.type(dialog.getByLabelText('Description'), 'For teams');
  await user.type(dialog.getByLabelText('Price'), '9.5');
  await user.type(dialog.getByLabelText('Usage Limit'), '1000');
  await user.selectOptions(dialog.getByLabelText('Tier'), 'pro');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Failed to add product')).toBeVisible();
  expect(server.to('POST /app/superadmin/add-product')[0]?.body).toMatchObject({ name: 'Pro', price: 9.5, usageLimit: 1000, tier: 'pro' });
});

test('an empty list says why, and what to do about a search that finds nothing', async () => {
  open('users', { 'GET /app/superadmin/users': () => aPage([]) });
  expect(await screen.findByText('The list fills as people use the platform.')).toBeVisible();
  cleanup();
  open('users?search=nobody', { 'GET /app/superadmin/users': () => aPage([]) });
  expect(await screen.findByText(/Take back the search or the account/)).toBeVisible();
});
