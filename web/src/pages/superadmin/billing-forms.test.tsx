import { DiscountInput, ProductInput } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../../testing/fake-server.ts';
import { anOfficeDiscount, anOfficeProduct } from '../../testing/office-builders.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const product = anOfficeProduct();
const discount = anOfficeDiscount({ id: 'TEN', code: 'TEN' });
const refusals = [() => new Response('', { status: 500 }), () => refuse('conflict', 'Stripe said no.')];

// Pages load lazily; the first test should not wait for their compilation.
beforeAll(() => Promise.all([import('./products-page.tsx'), import('./discounts-page.tsx'), import('../../app/shell/shell.tsx')]), 60_000);

function open(page: 'products' | 'discounts', routes: FakeRoutes = {}) {
  signInAs({ role: 'superadmin' });
  const server = fakeServer({
    'GET /app/superadmin/products': () => aPage([product]),
    'GET /app/superadmin/discounts': () => aPage([discount]),
    ...routes,
  });
  return { server, ...renderApp(`/superadmin/${page}`) };
}

// Covers S2-5-04, S2-5-05
test('a price and a usage limit begin at 0, a price has steps of a cent; negative ones are refused by form and schema', async () => {
  const { server, user } = open('products');
  await user.click(await screen.findByRole('button', { name: 'Edit Pro' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  const [price, limit] = [dialog.getByLabelText('Price'), dialog.getByLabelText('Usage Limit')];
  expect(price).toHaveAttribute('min', '0');
  expect(price).toHaveAttribute('step', '0.01');
  expect(limit).toHaveAttribute('min', '0');
  for (const field of [price, limit]) {
    await user.clear(field);
    await user.type(field, '-1');
  }
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(price).toBeInvalid());
  expect(limit).toBeInvalid();
  expect(server.to('PUT /app/superadmin/products/:id')).toEqual([]);
  const plan = { name: 'Pro', description: 'x', tier: 'pro', price: 5, usageLimit: 1, recurring: true, interval: 'month' };
  expect(ProductInput.safeParse(plan).success).toBe(true);
  for (const wrong of [{ price: -1 }, { usageLimit: -1 }]) expect(ProductInput.safeParse({ ...plan, ...wrong }).success).toBe(false);
});

// Covers S2-5-06
test('a recurring product without an interval is refused, and one that does not recur needs none', async () => {
  const { server, user } = open('products', {
    'GET /app/superadmin/products': () => aPage([{ ...product, recurring: false, interval: null }]),
    'PUT /app/superadmin/products/:id': () => ({ success: true, message: 'Product has been updated.' }),
  });
  const plan = { name: 'Pro', description: 'x', tier: 'pro', price: 5, usageLimit: 1 };
  const refused = ProductInput.safeParse({ ...plan, recurring: true, interval: null });
  expect(refused.error?.issues.map(({ path }) => path)).toEqual([['interval']]);
  expect(ProductInput.safeParse({ ...plan, recurring: false }).success).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Edit Pro' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  expect(dialog.getByText(/a product that does not recur is offered nowhere/)).toBeVisible();
  expect(screen.getByText('Not on sale: does not recur')).toBeInTheDocument();
  await user.click(dialog.getByRole('switch', { name: 'Recurring' }));
  await user.click(dialog.getByRole('switch', { name: 'Most chosen: the site marks this plan and no other' }));
  expect(dialog.getByLabelText('Interval')).toHaveAttribute('aria-required', 'true');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Product has been updated.')).toBeVisible();
  expect(server.to('PUT /app/superadmin/products/:id')[0]?.body).toMatchObject({ recurring: true, interval: 'month', mostChosen: true });
});

// Covers S2-5-17, S2-5-18
test('a discount is 0 to 100 and its uses begin at 0, by form and schema', async () => {
  const { server, user } = open('discounts');
  await user.click(await screen.findByRole('button', { name: 'Edit TEN' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Discount' }));
  const [percent, uses] = [dialog.getByLabelText('Percentage Value (%)'), dialog.getByLabelText('Number of Use')];
  expect(percent).toHaveAttribute('min', '0');
  expect(percent).toHaveAttribute('max', '100');
  expect(uses).toHaveAttribute('min', '0');
  await user.clear(percent);
  await user.type(percent, '101');
  await user.clear(uses);
  await user.type(uses, '-1');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(percent).toBeInvalid());
  expect(uses).toBeInvalid();
  expect(server.to('PUT /app/superadmin/discounts/:code')).toEqual([]);
  const whole = { description: 'x', number_of_use: 1, expiresAt: '2030-01-01' };
  for (const field of ['percentage_value', 'fixed_value']) {
    for (const value of [0.5, 100]) expect(DiscountInput.safeParse({ ...whole, [field]: value }).success).toBe(true);
    for (const value of [-1, 100.01]) expect(DiscountInput.safeParse({ ...whole, [field]: value }).success).toBe(false);
  }
  expect(DiscountInput.safeParse({ ...whole, percentage_value: 5, number_of_use: -1 }).success).toBe(false);
});

test('each field of a discount that is refused while it is empty is marked, the last day as well', async () => {
  const { user } = open('discounts');
  await user.click(await screen.findByRole('button', { name: 'Add Discount' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Discount' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(dialog.getByLabelText('Description')).toBeInvalid());
  // One of these two will do.
  const oneOf = ['Percentage Value (%)', 'Fixed Value ($)'].map((name) => dialog.getByLabelText(name));
  const refused = dialog
    .getAllByRole('textbox')
    .concat(dialog.getAllByRole('spinbutton'))
    .filter((field) => !oneOf.includes(field));
  expect(refused).toHaveLength(3);
  for (const field of refused) {
    expect(field).toBeInvalid();
    expect(field).toBeRequired();
  }
});

test('a discount without a value is told so beside what else is wrong, and no longer once it has one', async () => {
  const { user } = open('discounts');
  await user.click(await screen.findByRole('button', { name: 'Add Discount' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Discount' }));
  const percent = dialog.getByLabelText('Percentage Value (%)');
  await user.type(dialog.getByLabelText('Number of Use'), '2.5');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(percent).toBeInvalid());
  for (const field of [/Description/, /Number of Use/]) expect(dialog.getByLabelText(field)).toBeInvalid();
  await user.type(dialog.getByLabelText('Fixed Value ($)'), '12');
  await waitFor(() => expect(percent).toBeValid());
});

test('the description of a discount goes on in further lines: two that begin alike are told apart', async () => {
  const description = 'For the readers of the newsletter of the spring, who are many, in the south';
  open('discounts', { 'GET /app/superadmin/discounts': () => aPage([{ ...discount, description }]) });
  expect(await screen.findByText(description)).toHaveStyle({ whiteSpace: 'normal' });
});

// Covers S2-2.q-04
test('the Active switch of the form changes the status that the list shows', async () => {
  let stored = discount;
  const { server, user } = open('discounts', {
    'GET /app/superadmin/discounts': () => aPage([stored]),
    'PUT /app/superadmin/discounts/:code': ({ body }) => {
      stored = { ...stored, ...(body as Partial<typeof discount>) };
      return { success: true, message: 'ok' };
    },
  });
  expect(await screen.findByRole('cell', { name: 'Active' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit TEN' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Discount' }));
  await user.click(dialog.getByRole('switch', { name: 'Active' }));
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await screen.findByRole('cell', { name: 'Inactive' })).toBeVisible();
  expect(server.to('PUT /app/superadmin/discounts/:code')[0]?.body).toMatchObject({ is_active: false, changed: ['is_active'] });
});

test('D85 the form names the uses that it was loaded with, so that those taken meanwhile stay taken', async () => {
  const { server, user } = open('discounts', { 'PUT /app/superadmin/discounts/:code': () => ({ success: true, message: 'ok' }) });
  await user.click(await screen.findByRole('button', { name: 'Edit TEN' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Discount' }));
  const uses = dialog.getByLabelText('Number of Use');
  await user.clear(uses);
  await user.type(uses, '40');
  await user.click(dialog.getByRole('button', { name: 'Update' }));
  const sent = { number_of_use: 40, seen_uses_taken: discount.uses_taken, changed: ['number_of_use'] };
  await waitFor(() => expect(server.to('PUT /app/superadmin/discounts/:code')[0]?.body).toMatchObject(sent));
});

// Covers S2-8-18
test('a product that cannot be updated shows the server’s message, or its own', async () => {
  const answers = [...refusals];
  const { user } = open('products', { 'PUT /app/superadmin/products/:id': () => answers.shift()?.() ?? {} });
  await user.click(await screen.findByRole('button', { name: 'Edit Pro' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Failed to update product')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Stripe said no.')).toBeVisible();
});

// Covers S2-8-19
test('a product that cannot be deleted shows the server’s message, or its own', async () => {
  const answers = [...refusals];
  const { user } = open('products', { 'DELETE /app/superadmin/products/:id': () => answers.shift()?.() ?? {} });
  await user.click(await screen.findByRole('button', { name: 'Delete Pro' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Product' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete product')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Stripe said no.')).toBeVisible();
});

// Covers S2-8-20
test('a discount that cannot be created shows the server’s message, or its own', async () => {
  const answers = [...refusals];
  const { user } = open('discounts', { 'POST /app/superadmin/discounts': () => answers.shift()?.() ?? {} });
  await user.click(await screen.findByRole('button', { name: 'Add Discount' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Discount' }));
  await user.type(dialog.getByLabelText('Description'), 'Ten off');
  await user.type(dialog.getByLabelText('Percentage Value (%)'), '10');
  await user.type(dialog.getByLabelText('Number of Use'), '3');
  await user.type(dialog.getByLabelText('Expires'), '01/02/2030');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Failed to create discount')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Stripe said no.')).toBeVisible();
});
