import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { onAPhone } from '../../../testing/on-a-phone.ts';
import { answer, item, lastQuery, list, loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

beforeAll(loadDataView);

const cardOf = (name: string) => screen.findByRole('listitem', { name });

test('on a phone each record is a card by what people know it by; the rest is there on request', async () => {
  onAPhone();
  const { user } = openDataView();
  const card = await cardOf('Tea');
  expect(screen.getByRole('list', { name: 'Records of Big Orders' })).toContainElement(card);
  expect(screen.queryByRole('grid')).toBeNull();
  const termsOf = () =>
    within(card)
      .getAllByRole('term')
      .map((term) => term.textContent);
  expect(termsOf()).toEqual(['paid', 'note', 'sixty']);
  await user.click(within(card).getByText('More'));
  expect(await within(card).findByText('{"a":1}')).toBeVisible();
  expect(termsOf()).toEqual(['paid', 'note', 'sixty', 'userId', 'meta', 'amount', 'createdAt', 'updatedAt']);
  // A record without the naming field has its id for a name.
  expect(await cardOf('r2')).toBeVisible();
});

test('a record that another field names has it for a title only', async () => {
  onAPhone();
  openDataView({ [list]: () => answer({ data: [...rows, { id: 'r9', title: null, note: 'Cup', paid: true }] }) });
  const card = await cardOf('Cup');
  expect(within(card).getByText('paid')).toBeVisible();
  expect(within(card).queryByText('note')).toBeNull();
  expect(within(await cardOf('Tea')).getByText('note')).toBeVisible();
});

test('an address in a card goes on in the next line where a reader would end it', async () => {
  onAPhone();
  openDataView({ [list]: () => answer({ data: [{ ...rows[0], title: 'ann.lee@shop.example', note: 'ask bo@shop.example' }] }) });
  const card = await cardOf('ann.lee@shop.example');
  expect(within(card).getByRole('button', { name: 'ann.lee@shop.example' }).innerHTML).toBe('ann.<wbr>lee<wbr>@shop.<wbr>example');
  expect(within(card).getByText('ask bo@shop.example').innerHTML).toBe('ask bo<wbr>@shop.<wbr>example');
});

test('a press on a card opens the record, and what is changed there is stored', async () => {
  onAPhone();
  let data: readonly object[] = rows;
  const { user, server } = openDataView({
    [list]: () => answer({ data }),
    [`PUT ${item}`]: ({ body }) => {
      const changed = { ...rows[0], ...(body as { data: object }).data, updatedAt: '2026-03-01T00:00:00.000Z' };
      data = [changed, ...rows.slice(1)];
      return { success: true, data: changed };
    },
  });
  await user.click(within(await cardOf('Tea')).getByRole('button', { name: 'Tea' }));
  const dialog = await screen.findByRole('dialog', { name: /edit/i });
  const title = within(dialog).getByLabelText('title');
  await user.clear(title);
  await user.type(title, 'Coffee');
  await user.click(within(dialog).getByRole('button', { name: /update|save/i }));
  await waitFor(() => expect(server.to(`PUT ${item}`)[0]?.body).toMatchObject({ data: { title: 'Coffee' } }));
  expect(await cardOf('Coffee')).toBeVisible();
});

test('order, selection and deletion are at hand without a table', async () => {
  onAPhone();
  const { user, server } = openDataView();
  await cardOf('Tea');
  await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
  await user.click(await screen.findByRole('option', { name: 'amount' }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'amount', sortOrder: 'DESC' }));
  await user.click(screen.getByRole('button', { name: /^Largest first/ }));
  await waitFor(() => expect(lastQuery(server)).toMatchObject({ sortBy: 'amount', sortOrder: 'ASC' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all of this page' }));
  expect(await screen.findByText('2 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select r2' }));
  expect(await screen.findByText('1 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select Tea' }));
  await user.click(within(await cardOf('Tea')).getByRole('button', { name: 'Actions Tea' }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Tea' })).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete Data?' })).toHaveTextContent('Tea');
});

test('who only reads gets the values and nothing to press but More', async () => {
  onAPhone();
  openDataView({}, 'user');
  const card = await cardOf('Tea');
  expect(within(card).queryByRole('button')).toBeNull();
  expect(within(card).queryByRole('checkbox')).toBeNull();
  expect(within(card).getByText('More')).toBeVisible();
});

test('an empty storage says so, and offers the first record', async () => {
  onAPhone();
  openDataView({ [list]: () => answer({ data: [] }) });
  expect(await screen.findByText('No Data')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
});
