import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aPage, aStorage } from '../testing/builders.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { anOfficeProduct } from '../testing/office-builders.ts';
import { onAPhone } from '../testing/on-a-phone.ts';
import { openDataStorage } from '../testing/open-data-storage.tsx';
import { renderApp, signInAs } from '../testing/render-app.tsx';

// Pages load lazily; the first test should not wait for their compilation.
beforeAll(() => Promise.all([import('../pages/data-storage-page.tsx'), import('../app/shell/shell.tsx'), import('./row-cards.tsx')]));

const valuesOf = (card: HTMLElement) =>
  within(card)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

test('a list is of cards, with what a row is known by, a few values, and the others on request', async () => {
  onAPhone();
  const { user } = openDataStorage(
    {},
    { storages: [aStorage(), aStorage({ id: '07ybqjk9cwmha7g68jj4', storageName: 'Orders', storageKey: 'orders' })] },
  );
  const list = await screen.findByRole('list', { name: 'List of Data Storage' });
  await waitFor(() => expect(list).not.toHaveAttribute('aria-busy', 'true'));
  expect(screen.queryByRole('table')).toBeNull();
  const names = within(list)
    .getAllByRole('listitem')
    .map((card) => card.getAttribute('aria-labelledby'));
  expect(names.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual(['Products', 'Orders']);
  const card = within(list).getByRole('listitem', { name: 'Orders' });
  expect(within(card).getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/project/p1/data-storage/07ybqjk9cwmha7g68jj4/view');
  const more = within(card).getByText('More');
  expect(more.closest('details')).not.toHaveAttribute('open');
  await user.click(more);
  expect(more.closest('details')).toHaveAttribute('open');
  expect(valuesOf(card).map((value) => value.split(':')[0])).toEqual(['Storage Key', 'Soft Delete', 'Date Created', 'Date Updated']);
  expect(card).toHaveTextContent(/ID…7g68jj4$/);
});

test('the actions of a card are in a sheet named after it, which goes when one is pressed', async () => {
  onAPhone();
  const { user } = openDataStorage();
  const menu = await screen.findByRole('button', { name: 'Actions Products' });
  await user.click(menu);
  const sheet = await screen.findByRole('dialog', { name: 'Products' });
  expect(within(sheet).getByRole('link', { name: 'View Products' })).toHaveTextContent('View');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(menu).toHaveFocus());
  await user.click(menu);
  await user.click(within(await screen.findByRole('dialog', { name: 'Products' })).getByRole('button', { name: 'Settings of Products' }));
  expect(await screen.findByRole('dialog', { name: 'Configure Data Storage' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Products' })).toBeNull());
});

test('a row without actions has no button for them', async () => {
  onAPhone();
  signInAs({ role: 'superadmin' });
  const gone = anOfficeProduct({ id: 'p2', name: 'Old', deletedAt: '2026-01-02T03:04:05.000Z' });
  fakeServer({ 'GET /app/superadmin/products': () => aPage([anOfficeProduct(), gone]) });
  renderApp('/superadmin/products');
  await screen.findByRole('listitem', { name: 'Old' });
  expect(screen.getAllByRole('button', { name: /^Actions/ }).map((button) => button.getAttribute('aria-labelledby'))).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Actions Pro' })).toBeVisible();
});
