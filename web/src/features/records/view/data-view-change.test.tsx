import { messages } from '@bedplate/contract';
import { fireEvent, act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { aStorage } from '../../../testing/builders.ts';
import { refuse } from '../../../testing/fake-server.ts';
import { answer, cell, item, list, loadDataView, openDataView, rowOf, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

// Covers S1-2.6-20, S1-2.6-21, S1-2.6-23, S1-2.6-24
test('Edit Item has one filled field per editable field, a text area above 60 characters', async () => {
  const { user } = openDataView();
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  const fields = dialog
    .getAllByRole('textbox')
    .map((f) => [f.getAttribute('id') && (f as HTMLInputElement).labels?.[0]?.textContent, (f as HTMLInputElement).value, f.tagName]);
  expect(fields).toEqual([
    ['paid', 'true', 'INPUT'],
    ['title', 'Tea', 'INPUT'],
    ['note', 'n'.repeat(61), 'TEXTAREA'],
    ['sixty', 's'.repeat(60), 'INPUT'],
    ['meta', '{"a":1}', 'INPUT'],
    ['amount', '3', 'INPUT'],
  ]);
});

// Covers S1-2.6-22
test('Cancel closes Edit Item and sends nothing', async () => {
  const { user, server } = openDataView();
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.filter((call) => call.method !== 'GET')).toEqual([]);
});

test('what is typed over a number is one, and “1,5” is told at its field', async () => {
  const { user, server } = openDataView({ [`PUT ${item}`]: () => ({ success: true, data: rows[0] }) });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const amount = screen.getByRole('textbox', { name: 'amount' });
  await user.clear(amount);
  await user.type(amount, '1,5');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a number.')).toBeVisible();
  expect(amount).toHaveFocus();
  await user.clear(amount);
  await user.type(amount, '1e3');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(messages.recordUpdatedToast);
  expect(server.to(`PUT ${item}`).map(({ body }) => (body as { data: object }).data)).toMatchObject([{ amount: 1000, paid: 'true' }]);
});

// Covers S1-4-21, S1-5-08
test('Save sends the whole row with the form as text, closes, reloads and says so', async () => {
  const { user, server } = openDataView({ [`PUT ${item}`]: () => ({ success: true, data: rows[0] }) });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const amount = screen.getByRole('textbox', { name: 'amount' });
  await user.clear(amount);
  await user.type(amount, '7');
  const reads = server.to(list).length;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.recordUpdatedToast)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to(`PUT ${item}`)[0]).toMatchObject({
    path: '/app/project/p1/dataStorages/s1/item/r1',
    body: { data: { id: 'r1', userId: 'u9', paid: 'true', title: 'Tea', amount: '7', meta: '{"a":1}' } },
  });
  expect(server.to(list).length).toBeGreaterThan(reads);
});

test('Edit keeps lists, objects and booleans what they are, or says what is missing', async () => {
  const { user, server } = openDataView({ [`PUT ${item}`]: () => ({ success: true, data: rows[0] }) });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  type('meta', '{"a":1');
  type('paid', 'yes');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Enter valid JSON/)).toBeVisible();
  expect(screen.getByText('Choose true or false.')).toBeVisible();
  type('meta', '[1]');
  type('paid', 'false');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(messages.recordUpdatedToast);
  expect(server.to(`PUT ${item}`)).toMatchObject([{ body: { data: { meta: [1], paid: false, amount: '3' } } }]);
});

test('a field that the record lacks is not added by a save', async () => {
  const { user, server } = openDataView({ [`PUT ${item}`]: () => ({ success: true, data: rows[1] }) });
  await user.click((await rowOf('12')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(messages.recordUpdatedToast);
  const sent = server.to(`PUT ${item}`)[0]?.body as { data: object } | undefined;
  expect(sent?.data).toMatchObject({ id: 'r2', amount: '12' });
  expect(sent?.data).not.toHaveProperty('userId');
});

// Covers S1-8-20
test('a failed save shows the server message and keeps the form', async () => {
  const { user } = openDataView({ [`PUT ${item}`]: () => refuse('invalid-argument', 'amount is too large.') });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('amount is too large.')).length).toBeGreaterThan(0);
  expect(screen.getByRole('dialog', { name: 'Edit Item' })).toBeVisible();
});

const later = '2026-03-01T00:00:00.000Z';

/**
 * Opens the form of Tea, types 7 as its amount and saves; meanwhile somebody else has made this
 * change, which is seen after the refusal.
 */
async function saveAmountBehind(change: object) {
  let data = rows as object[];
  const view = openDataView({
    [list]: () => answer({ data }),
    [`PUT ${item}`]: ({ body }) => {
      if ((body as { ifUpdatedAt: string }).ifUpdatedAt === later) return { success: true, data: rows[0] };
      data = [{ ...rows[0], ...change, updatedAt: later }, ...rows.slice(1)];
      return refuse('conflict', 'The record is not as it was.');
    },
  });
  await view.user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await view.user.clear(screen.getByRole('textbox', { name: 'amount' }));
  await view.user.type(screen.getByRole('textbox', { name: 'amount' }), '7');
  await view.user.click(screen.getByRole('button', { name: 'Save' }));
  return view;
}

test("a save does not overwrite somebody else's change: the form shows it beside what was typed, and the next save starts from there", async () => {
  const { user, server } = await saveAmountBehind({ title: 'Their tea', amount: 4 });
  expect(await screen.findByText(/This record has been changed since this form was opened\. Fields that you left alone/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'title' })).toHaveValue('Their tea');
  expect(screen.getByRole('textbox', { name: 'amount' })).toHaveValue('7');
  expect(screen.getByText('Stored meanwhile: 4')).toBeVisible();
  expect(server.to(`PUT ${item}`)[0]?.body).toMatchObject({ ifUpdatedAt: rows[0]?.updatedAt });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(messages.recordUpdatedToast);
  expect(server.to(`PUT ${item}`)[1]?.body).toMatchObject({ data: { title: 'Their tea', amount: '7' }, ifUpdatedAt: later });
});

test("their value of the same field is taken with 'Use theirs'", async () => {
  const { user } = await saveAmountBehind({ amount: 4 });
  await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
  expect(screen.getByRole('textbox', { name: 'amount' })).toHaveValue('4');
  expect(screen.queryByText('Stored meanwhile: 4')).toBeNull();
});

test('line breaks that are pasted into a one-line field of the form stay', async () => {
  const { user, server } = openDataView({ [`PUT ${item}`]: () => ({ success: true, data: rows[0] }) });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('textbox', { name: 'title' }));
  await user.paste(' for\ntwo');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'title' })).toHaveFocus());
  expect(screen.getByRole('textbox', { name: 'title' })).toHaveValue('Tea for\ntwo');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.to(`PUT ${item}`)[0]?.body).toMatchObject({ data: { title: 'Tea for\ntwo' } }));
});

test('a change of other fields by somebody else stands beside what was typed, without another Save', async () => {
  const { server } = await saveAmountBehind({ title: 'Their tea' });
  await screen.findByText(messages.recordUpdatedToast);
  expect(server.to(`PUT ${item}`)[1]?.body).toMatchObject({ data: { title: 'Their tea', amount: '7' }, ifUpdatedAt: later });
});

test('a record that is changed faster than it can be saved is asked about after some attempts', async () => {
  let seconds = 0;
  let data = rows as object[];
  const { user, server } = openDataView({
    [list]: () => answer({ data }),
    [`PUT ${item}`]: () => {
      seconds += 1;
      data = [{ ...rows[0], title: `Tea ${seconds}`, updatedAt: `2026-03-01T00:00:0${seconds}.000Z` }, ...rows.slice(1)];
      return refuse('conflict', 'The record is not as it was.');
    },
  });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.type(screen.getByRole('textbox', { name: 'amount' }), '7');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/This record has been changed since this form was opened/)).toBeVisible();
  expect(server.to(`PUT ${item}`)).toHaveLength(4);
});

test('what was typed into a record that was changed and has left the page stays in the form', async () => {
  let data = rows as object[];
  const { user } = openDataView({
    [list]: () => answer({ data }),
    [`PUT ${item}`]: () => {
      data = rows.slice(1);
      return refuse('conflict', 'The record is not as it was.');
    },
  });
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.type(screen.getByRole('textbox', { name: 'title' }), ' and milk');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/it is no longer on this page/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'title' })).toHaveValue('Tea and milk');
});

// Covers S1-2.6-25, S1-2.6-26
test('Delete asks first; Keep sends nothing', async () => {
  const { user, server } = openDataView();
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
  expect(dialog.getByText('Are you certain you want to delete this data?')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.filter((call) => call.method !== 'GET')).toEqual([]);
});

test('Delete says what becomes of the records that refer to it', async () => {
  const { user } = openDataView({
    [list]: () => ({ ...answer(), referredBy: { s2: { author: 'cascade', editor: 'clear' }, s3: { by: 'refuse' }, s4: { by: 'clear' } } }),
    'GET /app/dataStorages/users': () => ({
      success: true,
      data: [aStorage({ id: 's2', storageName: 'Posts' }), aStorage({ id: 's3', storageName: 'Notes' })],
    }),
  });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Posts (author): its records that refer to what is deleted are deleted as well.',
    'Posts (editor): references to what is deleted are emptied.',
    'Notes (by): what one of its records refers to is not deleted.',
  ]);
});

// Covers S1-2.6-27, S1-4-20
test('Delete shows a spinner, then closes, reloads without the record and says so', async () => {
  const gate = Promise.withResolvers<void>();
  let data = rows as object[];
  const { user, server } = openDataView({
    [list]: () => answer({ data }),
    [`DELETE ${item}`]: async () => {
      await gate.promise;
      data = data.slice(1);
      return { success: true };
    },
  });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('progressbar')).toBeVisible();
  gate.resolve();
  expect(await screen.findByText(messages.recordDeletedToast)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  // The keyboard goes on from the row that took its place.
  await waitFor(() => expect((document.activeElement as HTMLElement).closest('[role="row"]')).toHaveTextContent('r2'));
  expect(server.to(`DELETE ${item}`).map((call) => call.path)).toEqual(['/app/project/p1/dataStorages/s1/item/r1']);
});

test('where no trash keeps it, a record is deleted ten seconds later, unless that is undone', async () => {
  const { user, server } = openDataView({
    [list]: () => ({ ...answer(), is_softDelete: false }),
    [`DELETE ${item}`]: () => ({ success: true }),
  });
  const remove = async () => {
    await user.click((await rowOf('Tea')).getByLabelText('Delete'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  };
  await remove();
  expect(screen.getByText('Total Data: 1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await cell('Tea')).toBeVisible();
  expect(await screen.findByText('Nothing was deleted.')).toBeVisible();
  const begun = Date.now();
  await remove();
  await waitFor(() => expect(server.to(`DELETE ${item}`)).toHaveLength(1));
  expect(Date.now() - begun).toBeGreaterThanOrEqual(10_000);
});

test('the question of a delete and the form of an edit name their record', async () => {
  const { user } = openDataView();
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Data?' }));
  expect(question.getByText('Tea')).toBeVisible();
  expect(question.getByText('r1')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click((await rowOf('12')).getByLabelText('Edit'));
  expect(within(await screen.findByRole('dialog', { name: 'Edit Item' })).getByText('r2')).toBeVisible();
});

// Covers S1-8-19
test('a failed delete says why', async () => {
  const { user } = openDataView({ [`DELETE ${item}`]: () => refuse('not-found', 'Record not found.') });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Record not found.')).toBeVisible();
});

test('a deleted record is restored from its row, once for two presses', async () => {
  const data = [{ ...rows[0], is_deleted: true, deletedAt: '2026-01-03T00:00:00.000Z' }, rows[1] as object];
  const { user, server } = openDataView({
    [list]: () => answer({ data }),
    [`POST ${item}/restore`]: () => ({ success: true, data: rows[0] }),
  });
  await cell('Tea');
  await user.click(screen.getByRole('switch', { name: 'Show deleted' }));
  expect(await cell('2026-01-03T00:00:00.000Z')).toBeVisible();
  const row = await rowOf('Tea');
  expect(row.queryByLabelText('Edit')).toBeNull();
  const button = row.getByLabelText('Restore');
  act(() => {
    button.click();
    button.click();
  });
  expect(await screen.findByText(messages.recordRestored)).toBeVisible();
  expect(server.to(`POST ${item}/restore`).map((call) => call.path)).toEqual(['/app/project/p1/dataStorages/s1/item/r1/restore']);
});

// Covers S1-8-19, S1-8-20
test('a failure without words of the server shows its own', async () => {
  const { user } = openDataView({
    [`DELETE ${item}`]: () => new Response('', { status: 500 }),
    [`PUT ${item}`]: () => new Response('', { status: 500 }),
  });
  await user.click((await rowOf('Tea')).getByLabelText('Delete'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete item')).toBeVisible();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click((await rowOf('Tea')).getByLabelText('Edit'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText('Failed to update item')).length).toBeGreaterThan(0);
});
