import { messages } from '@bedplate/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { live, liveRecord } from '../../../testing/live-records.ts';
import { asksBeforeLeaving } from '../../../testing/leaving.ts';
import { aToken } from '../../../testing/render-app.tsx';
import { answer, cell, item, list, loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

type User = ReturnType<typeof openDataView>['user'];
const put = `PUT ${item}`;
const saved = (fields: object) => ({ success: true, data: { ...rows[0], updatedAt: '2026-03-01T00:00:00.000Z', ...fields } });
const edit = async (user: User, text: string, field: string) => {
  await user.click(await cell(text));
  await user.keyboard('{F2}');
  return screen.findByLabelText(`${field}, editing`);
};

test('F2 edits a value in its cell, Enter stores that field alone with its type, and Undo takes it back', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  const input = await edit(user, '3', 'amount');
  await user.clear(input);
  await user.type(input, '7.5{Enter}');
  expect(await cell('7.5')).toBeVisible();
  expect(await screen.findByText('amount changed.')).toBeVisible();
  expect(server.to(put)[0]?.body).toEqual({ data: { amount: 7.5 }, ifUpdatedAt: rows[0]?.updatedAt, typed: ['amount'] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('amount is as it was.')).toBeVisible();
  expect(server.to(put)[1]?.body).toEqual({ data: { amount: 3 }, ifUpdatedAt: '2026-03-01T00:00:00.000Z', typed: ['amount'] });
  expect(await cell('3')).toBeVisible();
});

test('Ctrl-Z right after a change waits until it is stored, and takes that one back and none before it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let gate = Promise.resolve();
  const { user, server } = openDataView({
    [put]: async ({ body }) => {
      await gate;
      return saved((body as { data: object }).data);
    },
  });
  const type = async (from: string, to: string) => {
    const input = await edit(user, from, 'amount');
    await user.clear(input);
    await user.type(input, `${to}{Enter}`);
    expect(await cell(to)).toBeVisible();
  };
  await type('3', '4');
  await screen.findByText('amount changed.');
  gate = promise;
  await type('4', '5');
  await user.keyboard('{Control>}z{/Control}');
  expect(server.to(put)).toHaveLength(2);
  resolve();
  expect(await cell('4')).toBeVisible();
  await waitFor(() =>
    expect(server.to(put).map(({ body }) => (body as { data: object }).data)).toEqual([{ amount: 4 }, { amount: 5 }, { amount: 4 }]),
  );
});

test('a value that is stored and does not fit its field is told beside it', async () => {
  const warnings = [{ field: 'amount', message: 'amount must be at most 5.', key: 'fieldHigh', values: { field: 'amount', max: 5 } }];
  const { user } = openDataView({ [put]: ({ body }) => ({ ...saved((body as { data: object }).data), warnings }) });
  const input = await edit(user, '3', 'amount');
  await user.clear(input);
  await user.type(input, '7{Enter}');
  expect(await screen.findByText('amount changed.')).toBeVisible();
  expect(await screen.findByText('The record is stored, but does not fit its fields: amount must be at most 5.')).toBeVisible();
});

/** Somebody else changes the first record while its title is edited. */
async function typeBehind(change: object) {
  let data = rows as object[];
  const view = openDataView({
    [list]: () => answer({ data }),
    [put]: ({ body }) => {
      const call = body as { data: object; ifUpdatedAt: string };
      if (call.ifUpdatedAt === '2026-02-02T00:00:00.000Z') return saved({ ...change, ...call.data });
      data = [{ ...rows[0], ...change, updatedAt: '2026-02-02T00:00:00.000Z' }, ...rows.slice(1)];
      return refuse('conflict', 'The record is not as it was.');
    },
  });
  const input = await edit(view.user, 'Tea', 'title');
  await view.user.clear(input);
  await view.user.type(input, 'My tea{Enter}');
  return view;
}

test("somebody else's change of another field stands beside the edit", async () => {
  const { server } = await typeBehind({ amount: 44 });
  expect(await screen.findByText('title changed.')).toBeVisible();
  expect(await cell('My tea')).toBeVisible();
  expect(await cell('44')).toBeVisible();
  expect(server.to(put).map(({ body }) => body)).toEqual([
    { data: { title: 'My tea' }, ifUpdatedAt: rows[0]?.updatedAt, typed: ['title'] },
    { data: { title: 'My tea' }, ifUpdatedAt: '2026-02-02T00:00:00.000Z', typed: ['title'] },
  ]);
});

test("somebody else's change of the same value is shown and stays, and one's own is offered", async () => {
  const { user, server } = await typeBehind({ title: 'Their tea' });
  const dialog = within(await screen.findByRole('dialog', { name: 'title' }));
  expect(dialog.getByText(/Somebody else has changed this value meanwhile/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Theirs, stored' })).toHaveValue('Their tea');
  expect(dialog.getByRole('textbox', { name: 'Yours, not stored' })).toHaveValue('My tea');
  expect(asksBeforeLeaving()).toBe(true);
  expect(server.to(put)).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Use mine' }));
  expect(await screen.findByText('title changed.')).toBeVisible();
  expect(server.to(put)[1]?.body).toEqual({ data: { title: 'My tea' }, ifUpdatedAt: '2026-02-02T00:00:00.000Z', typed: ['title'] });
  expect(await cell('My tea')).toBeVisible();
});

test('line breaks that are pasted into a one-line cell stay, and the one that ends a spreadsheet cell does not', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  const input = await edit(user, 'Tea', 'title');
  expect(asksBeforeLeaving()).toBe(false);
  await user.paste(' for two\n');
  expect(asksBeforeLeaving()).toBe(true);
  expect(input).toHaveValue('Tea for two');
  await user.paste(',\r\nwith milk');
  const area = await screen.findByLabelText('title, editing');
  expect(area).toHaveValue('Tea for two,\nwith milk');
  await waitFor(() => expect(area).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { title: 'Tea for two,\nwith milk' } }));
});

/** Pastes what a spreadsheet has copied: texts, and the same as a table. */
const pasteCells = (text: string) => {
  const clipboardData = { getData: (type: string) => (type === 'text/plain' ? text : '<table><tr><td></td></tr></table>') };
  fireEvent.paste(document.activeElement ?? document.body, { clipboardData });
};

test('a cell of several lines that a spreadsheet copied in quotes is pasted without them', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.clear(await edit(user, 'Tea', 'title'));
  pasteCells('"5"" tea\r\nfor two"\r\n');
  const area = await screen.findByDisplayValue(/for two/);
  expect(area).toHaveValue('5" tea\nfor two');
  await user.clear(area);
  pasteCells('"two\r\nlines"\r\n');
  expect(area).toHaveValue('two\nlines');
  await user.paste('"own\nquotes"');
  expect(area).toHaveValue('two\nlines"own\nquotes"');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { title: 'two\nlines"own\nquotes"' } }));
});

test('a selected cell takes the text that is pasted, and Undo takes it back', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.click(await cell('Tea'));
  pasteCells('"Coffee\r\nfor two"\r\n');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('title is as it was.')).toBeVisible();
  await user.click(await cell('12'));
  pasteCells('1.50\n');
  expect(await cell('1.5')).toBeVisible();
  const sent = server.to(put).map(({ body }) => (body as { data: object }).data);
  expect(sent).toEqual([{ title: 'Coffee\nfor two' }, { title: 'Tea' }, { amount: 1.5 }]);
});

test('what cannot be pasted into a cell is told, and changes nothing', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.click(await cell('Tea'));
  pasteCells('a\tb\n');
  expect(await screen.findByText(/You copied several cells/)).toBeVisible();
  await user.click(await cell('true'));
  pasteCells('maybe\n');
  expect(await screen.findByText('Nothing was pasted into paid. Choose true or false.')).toBeVisible();
  await user.click(await cell('3'));
  pasteCells('1,5\n');
  expect(await screen.findByText('Nothing was pasted into amount. Enter a number.')).toBeVisible();
  await user.click(await cell('r1'));
  pasteCells('x');
  expect(await screen.findByText('id cannot be changed in the table, so nothing was pasted.')).toBeVisible();
  expect(server.to(put)).toEqual([]);
});

test.each([[['number']], [['number', 'string']]])(
  'a number that is cleared and typed again is one, where its field had %j',
  async (kinds) => {
    const lone = { ...rows[0], amount: null };
    const { user, server } = openDataView({
      [list]: () => ({ ...answer({ data: [lone] }), kinds: { amount: kinds } }),
      [put]: ({ body }) => saved((body as { data: object }).data),
    });
    const cells = await screen.findAllByRole('gridcell');
    await user.click(cells.find(({ dataset }) => dataset.field === 'field:amount') as HTMLElement);
    await user.keyboard('{F2}');
    await user.type(await screen.findByLabelText('amount, editing'), '7{Enter}');
    await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { amount: 7 } }));
  },
);

/** Opens the editor of a text that is too long for a line. */
async function editLongText() {
  const { user, server } = openDataView({
    [list]: () => answer({ data: [{ ...rows[0], title: 'word '.repeat(2000) }] }),
    [put]: ({ body }) => saved((body as { data: object }).data),
  });
  const cells = await screen.findAllByRole('gridcell');
  await user.click(cells.find(({ dataset }) => dataset.field === 'field:title') as HTMLElement);
  await user.keyboard('{F2}');
  const input = await screen.findByLabelText('title, editing');
  await waitFor(() => expect(input).toHaveFocus());
  return { user, server, input };
}

test('the last keys in a long text are stored', async () => {
  const { user, server } = await editLongText();
  await user.keyboard('End{Enter}');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { title: expect.stringMatching(/End/) as string } }));
});

test('the Enter that chooses a word of an input method stores no long text yet', async () => {
  const { user, server, input } = await editLongText();
  await user.keyboard('Half');
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  await user.keyboard('Whole{Enter}');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { title: expect.stringMatching(/HalfWhole/) as string } }));
});

test('a text of a megabyte is drawn in part and stored whole, in its cell and in the form', async () => {
  const words = 'word '.repeat(200_000);
  const { user, server } = openDataView({
    [list]: () => answer({ data: [{ ...rows[0], title: words }] }),
    [put]: ({ body }) => saved((body as { data: object }).data),
  });
  const cells = await screen.findAllByRole('gridcell');
  await user.click(cells.find(({ dataset }) => dataset.field === 'field:title') as HTMLElement);
  await user.keyboard('{F2}');
  const input = await screen.findByRole('textbox', { name: 'title, editing' });
  await waitFor(() => expect(input).toHaveFocus());
  expect(input.textContent?.length).toBeLessThan(50_000);
  expect(asksBeforeLeaving()).toBe(false);
  await user.paste('Begin ');
  expect(asksBeforeLeaving()).toBe(true);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { title: `Begin ${words}` } }));
  await user.click(screen.getByRole('button', { name: /^Edit/ }));
  const field = await screen.findByRole('textbox', { name: 'title' });
  expect(field.textContent?.length).toBeLessThan(50_000);
});

test.each([
  ['a text', 'word '.repeat(200_000)],
  ['JSON', Array.from({ length: 20_000 }, (_, n) => ({ number: n, city: 'Bern' }))],
])('%s of a megabyte is drawn in part where it is read', async (_, title) => {
  const { user } = openDataView({ [list]: () => answer({ data: [{ ...rows[0], title }] }) });
  const cells = await screen.findAllByRole('gridcell');
  await user.dblClick(cells.find(({ dataset }) => dataset.field === 'field:title') as HTMLElement);
  const area = await within(await screen.findByRole('dialog', { name: 'title' })).findByRole('textbox', { name: 'title' });
  expect(area).toHaveAttribute('aria-readonly', 'true');
  expect(area.textContent).toContain(typeof title === 'string' ? 'word word' : '"city": "Bern"');
  expect(area.textContent?.length).toBeLessThan(50_000);
});

test('a text area has the focus at once, and what is typed stands in it', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  const input = await edit(user, '{"a":1}', 'meta');
  await waitFor(() => expect(input).toHaveFocus());
  await user.keyboard('{Control>}a{/Control}');
  await user.clear(input);
  await user.keyboard('[[7]{Enter}');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { meta: [7] } }));
});

const later = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
const firstOf = (row: (typeof rows)[number] | undefined) => Date.parse(row?.createdAt ?? '') * 1000;

test('a change that arrives while the same value is edited is not overwritten', async () => {
  const { user, server } = openDataView({ [put]: () => refuse('conflict', 'The record is not as it was.') });
  await screen.findByLabelText('LiveSync: live');
  const input = await edit(user, 'Tea', 'title');
  await user.clear(input);
  await user.type(input, 'My tea');
  act(() =>
    live.emit({
      records: [
        liveRecord('r1', { at: later, createdAt: firstOf(rows[0]), title: 'Their tea' }),
        liveRecord('r3', { at: later, createdAt: later, title: 'Coffee' }),
      ],
    }),
  );
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
  expect(input).toHaveValue('My tea');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.to(put)).not.toEqual([]));
  expect(server.to(put)[0]?.body).toEqual({ data: { title: 'My tea' }, ifUpdatedAt: rows[0]?.updatedAt, typed: ['title'] });
});

test('Escape shows the change that arrived meanwhile', async () => {
  const { user } = openDataView();
  await screen.findByLabelText('LiveSync: live');
  await edit(user, 'Tea', 'title');
  act(() =>
    live.emit({
      records: [
        liveRecord('r1', { at: later, createdAt: firstOf(rows[0]), title: 'Their tea' }),
        liveRecord('r3', { at: later, createdAt: later, title: 'Coffee' }),
      ],
    }),
  );
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await cell('Their tea')).toBeVisible();
});

test('a row that new ones push off the page stays while a cell of it is edited', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await screen.findByLabelText('LiveSync: live');
  const input = await edit(user, 'Tea', 'title');
  await user.type(input, ' and milk');
  act(() =>
    live.emit({
      records: Array.from({ length: 12 }, (_, n) => liveRecord(`n${n}`, { at: later + n, createdAt: later + n, title: `New ${n}` })),
    }),
  );
  await user.unhover(input);
  await user.click(await screen.findByRole('button', { name: '10+ new' }));
  expect(await cell('New 11')).toBeVisible();
  expect(input).toHaveValue('Tea and milk');
  await user.click(input);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('title changed.')).toBeVisible();
  expect(server.to(put)[0]?.body).toEqual({ data: { title: 'Tea and milk' }, ifUpdatedAt: rows[0]?.updatedAt, typed: ['title'] });
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea and milk' })).toBeNull());
});

test('what was typed into a record that is deleted meanwhile is shown, to be copied', async () => {
  const { user } = openDataView({ [put]: () => refuse('not-found', 'Record not found.') });
  await screen.findByLabelText('LiveSync: live');
  const input = await edit(user, 'Tea', 'title');
  await user.type(input, ' and milk');
  act(() => live.emit({ deletions: [{ id: 'r1', deletedAt: later }] }));
  expect(await screen.findByText('Total Data: 1')).toBeVisible();
  expect(input).toHaveValue('Tea and milk');
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'title' }));
  expect(dialog.getByText(/The record has been deleted meanwhile/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'title' })).toHaveValue('Tea and milk');
});

test.each<[string, () => Response | Promise<Response>, RegExp]>([
  [
    'without an answer',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /^title could not be changed: the server did not answer\. Check your connection and try again\.$/,
  ],
  ['during a maintenance', () => refuse('maintenance', 'Read only.'), /^title could not be changed\. Read only\.$/],
])('%s a change says why it was not stored, keeps what was typed and is sent again', async (_, refusal, reason) => {
  const { user, server } = openDataView({ [put]: refusal });
  const input = await edit(user, 'Tea', 'title');
  await user.type(input, '!{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'title' }));
  expect(dialog.getByText(reason)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'title' })).toHaveValue('Tea!');
  expect(asksBeforeLeaving()).toBe(true);
  server.answer({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await cell('Tea!')).toBeVisible();
  expect(await screen.findByText('title changed.')).toBeVisible();
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

test('a change that meets the end of the session is stored once its person has signed in again', async () => {
  const { user, server } = openDataView({
    [put]: () => refuse('unauthenticated', messages.sessionEnded),
    'POST /app/authentication/check-2fa-setting': () => ({ success: true, data: { is_enable_two_factor: false } }),
    'POST /app/authentication/login': () => ({
      success: true,
      accessToken: aToken(),
      customToken: 'custom',
      data: { id: 'u1', role: 'admin', projectId: null },
    }),
  });
  const input = await edit(user, 'Tea', 'title');
  await user.type(input, '!{Enter}');
  const again = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  server.answer({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.type(again.getByLabelText('Email'), 'ada@example.com');
  await user.type(again.getByLabelText('Password'), 'Secret-1{Enter}');
  expect(await screen.findByText('title changed.')).toBeVisible();
  expect(server.to(put)[1]?.body).toEqual({ data: { title: 'Tea!' }, ifUpdatedAt: rows[0]?.updatedAt, typed: ['title'] });
});

test('Ctrl-Z in the editor of a long text leaves stored changes alone', async () => {
  const { user, server } = openDataView({
    [list]: () => answer({ data: [{ ...rows[0], note: 'word '.repeat(5000) }] }),
    [put]: ({ body }) => saved({ note: 'word '.repeat(5000), ...(body as { data: object }).data }),
  });
  await user.type(await edit(user, 'Tea', 'title'), '!{Enter}');
  await screen.findByText('title changed.');
  const cells = await screen.findAllByRole('gridcell');
  await user.click(cells.find(({ dataset }) => dataset.field === 'field:note') as HTMLElement);
  await user.keyboard('{F2}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'note, editing' })).toHaveFocus());
  await user.keyboard('{Control>}z{/Control}{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'note, editing' })).toBeNull());
  expect(server.to(put)).toHaveLength(1);
});

test('a value whose record has left the page while it was read is not edited, and the page says so', async () => {
  const { user } = openDataView();
  await screen.findByLabelText('LiveSync: live');
  await user.dblClick(await cell('Tea'));
  const dialog = within(await screen.findByRole('dialog', { name: 'title' }));
  act(() => live.emit({ deletions: [{ id: 'r1', deletedAt: later }] }));
  expect(await screen.findByText('Total Data: 1')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Edit value' }));
  expect(await screen.findByText(/The record is no longer on this page/)).toBeVisible();
  expect(await cell('12')).toBeVisible();
});

test('Escape and an unchanged text send nothing; no number is no amount', async () => {
  const { user, server } = openDataView({ [put]: () => saved({}) });
  const input = await edit(user, '3', 'amount');
  await user.clear(input);
  await user.type(input, 'many{Enter}');
  await waitFor(() => expect(input).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a number.');
  await user.keyboard('{Escape}');
  expect(await cell('3')).toBeVisible();
  await edit(user, 'Tea', 'title');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('title, editing')).toBeNull());
  expect(server.to(put)).toEqual([]);
});

test('yes or no is chosen, and the reader of a cell leads to its editor', async () => {
  const { user, server } = openDataView({ [put]: ({ body }) => saved((body as { data: object }).data) });
  await user.dblClick(await cell('true'));
  await user.click(within(await screen.findByRole('dialog', { name: 'paid' })).getByRole('button', { name: 'Edit value' }));
  await user.selectOptions(await screen.findByLabelText('paid, editing'), 'false');
  await waitFor(() => expect(server.to(put)[0]?.body).toMatchObject({ data: { paid: false } }));
});

test('ids and times are not edited, nor anything by a role that only reads', async () => {
  const { user } = openDataView({}, 'user');
  await user.click(await cell('Tea'));
  await user.keyboard('{F2}');
  expect(screen.queryByLabelText('title, editing')).toBeNull();
  await user.dblClick(await cell('Tea'));
  expect(within(await screen.findByRole('dialog', { name: 'title' })).queryByRole('button', { name: 'Edit value' })).toBeNull();
});
