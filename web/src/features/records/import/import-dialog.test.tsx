import { limits } from '@bedplate/contract';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Providers } from '../../../app/providers.tsx';
import { LeaveGuard } from '../../../components/form/leave-guard.tsx';
import { type FakeRoutes, fakeServer, refuse } from '../../../testing/fake-server.ts';
import { signInAs } from '../../../testing/render-app.tsx';
import { ImportDialog } from './import-dialog.tsx';

const path = '/app/project/p1/dataStorages/s1/import';

interface Part {
  key: string;
  part: number;
  dryRun: boolean;
  log?: string;
  rows: { row: number; value: Record<string, unknown> }[];
}

/** Refuses the rows whose title is 'bad'. */
function answerOf({ rows }: Part) {
  const errors = rows.filter(({ value }) => value.title === 'bad').map(({ row }) => ({ row, field: 'title', message: 'title is bad.' }));
  return { success: true, data: { accepted: rows.length - errors.length, rejected: errors.length, errors, log: 'l1' } };
}

function open(routes: FakeRoutes = {}, mayDeclare = true) {
  signInAs();
  const server = fakeServer({
    [`POST ${path}`]: ({ body }) => answerOf(body as Part),
    [`DELETE ${path}/:key/:part`]: () => ({ success: true, data: { deleted: 2, kept: 0 } }),
    ...routes,
  });
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  const dialog = (
    <>
      <ImportDialog
        storage={{ projectId: 'p1', storageId: 's1' }}
        storageName="Orders"
        known={['id', 'title', 'price']}
        mayDeclare={mayDeclare}
        onClose={onClose}
      />
      <LeaveGuard />
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/', element: 'another page' },
      { path: '/view', element: dialog },
    ],
    { initialEntries: ['/', '/view'] },
  );
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { server, user, onClose, router, parts: () => server.to(`POST ${path}`).map(({ body }) => body as Part) };
}

const choose = (user: ReturnType<typeof userEvent.setup>, text: string, name = 'orders.csv') =>
  user.upload(screen.getByLabelText('Choose file'), new File([text], name));
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

test('a CSV is mapped, checked, imported without its bad rows, and taken back', async () => {
  const { user, parts, server } = open();
  await choose(user, 'Title,price,note\nTea,3,x\nbad,4,y\n,,\nCup,n/a,z\n');
  expect(await screen.findByRole('combobox', { name: 'Field of Title' })).toHaveValue('title');
  expect(screen.getByRole('combobox', { name: 'Type of price' })).toHaveValue('text');
  expect(screen.getByText(/^Several kinds: 2 of 3 are alike, “n\/a” is not\./)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type of price' }), 'Number');
  await user.click(screen.getByRole('checkbox', { name: 'Import note' }));
  await press(user, 'Check rows');

  expect(await screen.findByText(/1 of 3 rows can be imported; 2 cannot/)).toBeVisible();
  expect(screen.getByText('1 row has nothing in any column and is left out.')).toBeVisible();
  const rows = within(screen.getByRole('region', { name: 'Rows with a problem' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['2titletitle is bad.', '3price“n/a” is no number.']);
  expect(parts()).toMatchObject([{ dryRun: true, rows: [{ row: 1, value: { title: 'Tea', price: 3 } }, { row: 2 }] }]);

  await press(user, 'Import 1 good row');
  expect(await screen.findByText('1 record imported; 2 rows left out.')).toBeVisible();
  expect(parts()[1]).toMatchObject({ dryRun: false, part: 0 });
  await press(user, 'Undo import');
  expect(await screen.findByText('2 records taken back.')).toBeVisible();
  expect(server.to(`DELETE ${path}/:key/:part`)[0]?.path).toBe(`${path}/${parts()[1]?.key}/0`);
});

test('of a table with thousands of columns fifty are shown at first, and those with a problem or a question', async () => {
  const { user } = open();
  const names = [...Array.from({ length: 5_000 }, (_, at) => `c${at}`), 'c7.inside', 'cost'];
  await choose(user, `${names.join(';')}\n${names.map((name) => (name === 'cost' ? '1,5' : '1')).join(';')}\n`);
  const more = await screen.findByText('Show more columns: 4,952 are left');
  const sources = () => screen.getAllByLabelText(/^Import c/).length; // by role it takes seconds
  expect(sources()).toBe(52);
  const inside = screen.getByLabelText('Field of c7.inside');
  expect(inside).toBeInvalid();
  expect(screen.getByLabelText('Field of cost')).toBeVisible();
  await user.type(inside, '{Home}x');
  expect(inside).toBeValid();
  expect(inside).toHaveFocus();
  await user.click(more);
  expect(sources()).toBe(102);
});

test('rows that a schema warns of are counted before they are stored, with the first fault', async () => {
  const warnings = [1, 0].map((warned) => ({ accepted: 200 - 198 * (1 - warned), rejected: 0, errors: [], warned }));
  const fault = {
    row: 7,
    field: 'price',
    message: 'price must be a decimal such as 12.50.',
    key: 'fieldDecimal',
    values: { field: 'price' },
  };
  const { user } = open({
    [`POST ${path}`]: ({ body }) => ({
      success: true,
      data: (body as Part).part === 0 ? { ...warnings[0], firstWarning: fault } : warnings[1],
    }),
  });
  await choose(user, `title\n${Array.from({ length: 202 }, (_, n) => `t${n}`).join('\n')}\n`);
  await press(user, 'Check rows');
  expect(
    await screen.findByText('1 row does not fit the fields, and is stored all the same. Row 7: price must be a decimal such as 12.50.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import 202 rows' })).toBeEnabled();
});

test('a long file goes in parts that carry on one row of the log', async () => {
  const { user, parts } = open();
  await choose(user, `title\n${Array.from({ length: 450 }, (_, n) => `t${n}`).join('\n')}\n`);
  await press(user, 'Check rows');
  await press(user, 'Import 450 rows');
  expect(await screen.findByText('450 records imported.')).toBeVisible();
  const sent = parts().filter(({ dryRun }) => !dryRun);
  expect(sent.map(({ part, rows, log }) => [part, rows.length, rows[0]?.row, log])).toEqual([
    [0, limits.importPartRows, 1, undefined],
    [1, limits.importPartRows, 201, 'l1'],
    [2, 50, 401, 'l1'],
  ]);
});

test('an import that breaks off says how far it came and goes on from there, each row once', async () => {
  let fails = true;
  const { user, parts } = open({
    [`POST ${path}`]: ({ body }) => {
      const part = body as Part;
      return !part.dryRun && part.part === 1 && fails ? refuse('permission-denied', 'Your role does not allow this.') : answerOf(part);
    },
  });
  await choose(user, `title,price\n${Array.from({ length: 250 }, (_, n) => `${n === 220 ? 'bad' : `t${n}`},1`).join('\n')}\n`);
  await press(user, 'Check rows');
  await press(user, 'Import 249 good rows');
  expect(await screen.findByText('Your role does not allow this.')).toBeVisible();
  expect(screen.getByText(/200 records stored so far, 0 rows/)).toBeVisible();
  fails = false;
  await press(user, 'Continue');
  expect(await screen.findByText('249 records imported; 1 row left out.')).toBeVisible();
  expect(
    parts()
      .filter(({ dryRun }) => !dryRun)
      .map(({ part }) => part),
  ).toEqual([0, 1, 1]);
});

test('records that were changed since are kept by the undo, and deleted only when asked for', async () => {
  const { user, server } = open({
    [`DELETE ${path}/:key/:part`]: ({ query }) => ({
      success: true,
      data: query.get('force') === 'true' ? { deleted: 1, kept: 0 } : { deleted: 0, kept: 1 },
    }),
  });
  await choose(user, '[{"title":"Tea"}]', 'orders.json');
  expect(await screen.findByRole('combobox', { name: 'Type of title' })).toHaveValue('keep');
  await press(user, 'Check rows');
  await press(user, 'Import 1 row');
  await press(user, 'Undo import');
  expect(await screen.findByText('1 record kept, for changes made since the import.')).toBeVisible();
  await press(user, 'Delete these too');
  expect(await screen.findByText('1 record taken back.')).toBeVisible();
  expect(server.to(`DELETE ${path}/:key/:part`)).toHaveLength(2);
});

test.each([
  ['two files', ['a.csv', 'b.csv'], null],
  ['a folder', ['tables'], { isDirectory: true }],
])('of %s that are dropped none is read, and one file alone is', async (_, dropped, entry) => {
  open();
  const zone = screen.getByText('Drop a file here, or choose one.');
  const drop = (names: readonly string[], webkitGetAsEntry: () => unknown) => {
    const files = names.map((name) => new File(['a\n1\n'], name));
    fireEvent.drop(zone, { dataTransfer: { files, items: files.map(() => ({ webkitGetAsEntry })) } });
  };
  drop(dropped, () => entry);
  expect(await screen.findByText('Drop one file, and no folder. The next file is an import of its own.')).toBeVisible();
  drop(['a.csv'], () => ({ isDirectory: false }));
  expect(await screen.findByText(/^a\.csv: choose where each column goes/)).toBeVisible();
});

test('a broken file says what is wrong and can be read as another format', async () => {
  const { user, parts } = open();
  await choose(user, '{"title":"Tea"}\n{"title":"Cup"}\n', 'orders.csv');
  expect(await screen.findByText(/The file is JSON, and no table\./)).toBeVisible();
  await choose(user, '{"title":"Tea"}\n{"title"', 'orders.json');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('orders.json: The file is not valid JSON at row 2.'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Read it as' }), 'NDJSON');
  await press(user, 'Check rows');
  expect(await screen.findByText(/1 of 2 rows can be imported/)).toBeVisible();
  expect(parts()).toHaveLength(1);
});

test('a field of the server is refused before anything is sent', async () => {
  const { user } = open();
  await choose(user, 'id,title,file_metadata.photo.name\n7,Tea,tea.png\n');
  expect(await screen.findAllByText(/^Left out, as the server sets this field\./)).toHaveLength(2);
  await user.click(await screen.findByRole('checkbox', { name: 'Import id' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The server sets this field.');
  expect(screen.getByRole('button', { name: 'Check rows' })).toBeDisabled();
  const field = screen.getByRole('combobox', { name: 'Field of id' });
  await user.clear(field);
  await user.type(field, 'number');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check rows' })).toBeEnabled());
});

test("the browser's Back asks while the import works; staying goes on, and afterwards nothing is asked", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { user, router } = open({
    [`POST ${path}`]: async ({ body }) => {
      const part = body as Part;
      if (!part.dryRun) await held;
      return answerOf(part);
    },
  });
  await choose(user, 'title\nTea\n');
  await press(user, 'Check rows');
  await press(user, 'Import 1 row');
  await screen.findByText('Importing. Keep this page open.');
  await act(() => router.navigate(-1));
  await screen.findByRole('dialog', { name: 'Leave while the import works?' });
  await press(user, 'Stay');
  release();
  expect(await screen.findByText('1 record imported.')).toBeVisible();
  await act(() => router.navigate(-1));
  expect(await screen.findByText('another page')).toBeVisible();
});

test('a column of amounts is declared before its rows are sent, and 1,5 is asked about', async () => {
  const schema = { fields: { title: { type: 'text' } }, unique: [], closed: false };
  const { user, parts, server } = open({
    'GET /app/project/p1/dataStorages/s1/schema': () => ({ success: true, data: { version: 3, state: 'learn', schema } }),
    'PUT /app/project/p1/dataStorages/s1/schema': () => ({ success: true, data: { version: 4, state: 'learn', schema } }),
  });
  await choose(user, 'title;cost;weight\nTea;10.00;1,5\nCup;9.50;2\n');
  expect(await screen.findByRole('combobox', { name: 'Type of cost' })).toHaveValue('decimal');
  expect(screen.getByText('New field, declared as a decimal: zeros are kept')).toBeVisible();
  expect(screen.getByText('Is 1,5 a number here? Choose the type; as text it cannot be added up.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type of weight' }), 'Number (1,5 is 1.5)');
  await press(user, 'Check rows');
  await press(user, 'Import 2 rows');
  expect(await screen.findByText('2 records imported.')).toBeVisible();
  expect(server.to('PUT /app/project/p1/dataStorages/s1/schema').map(({ body }) => body)).toEqual([
    {
      version: 3,
      state: 'learn',
      schema: { ...schema, fields: { ...schema.fields, cost: { type: 'decimal' }, weight: { type: 'number' } } },
    },
  ]);
  expect(
    parts()
      .at(-1)
      ?.rows.map(({ value }) => value),
  ).toEqual([
    { title: 'Tea', cost: '10.00', weight: 1.5 },
    { title: 'Cup', cost: '9.50', weight: 2 },
  ]);
});

const schemaPath = '/app/project/p1/dataStorages/s1/schema';
const learning = (fields: object = {}) => {
  const answer = { success: true, data: { version: 3, state: 'learn', schema: { fields, unique: [], closed: false } } };
  return { [`GET ${schemaPath}`]: () => answer, [`PUT ${schemaPath}`]: () => answer };
};
const declaredIn = (server: ReturnType<typeof open>['server']) =>
  server.to(`PUT ${schemaPath}`).map(({ body }) => (body as { schema: { fields: object } }).schema.fields);
const offered = async () =>
  (await screen.findAllByRole('checkbox')).map((box) => [box.closest('label')?.textContent, (box as HTMLInputElement).checked]);

test('new fields of one type are offered with their types, and declared before the rows are sent unless they are turned off', async () => {
  const { user, server, parts } = open(learning({ title: { type: 'text' } }));
  const rows = Array.from(
    { length: 24 },
    (_, n) => `Tea;${n};${n % 2 === 0};${n === 3 ? '' : `p${n}@example.com`};0${1 + (n % 9)}.12.2025;${n % 2 ? 'open' : 'paid'};x${n};${n}`,
  );
  await choose(user, `title;price;active;email;made;status;note;count\n${rows.join('\n')}\n`);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type of made' }), 'Date, day first');
  await press(user, 'Check rows');
  await screen.findByText('24 rows can be imported. Nothing is stored yet.');
  expect(await offered()).toEqual([
    ['activeTrue or false', true],
    ['emailEmail address', true],
    ['madeDate', true],
    ['statusChoice: paid, open', true],
    ['countNumber', true],
  ]);
  expect(server.to(`PUT ${schemaPath}`)).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /^status/ }));
  await press(user, 'Import 24 rows');
  await screen.findByText('24 records imported.');
  expect(declaredIn(server)).toEqual([
    { title: { type: 'text' }, active: { type: 'boolean' }, email: { type: 'email' }, made: { type: 'date' }, count: { type: 'number' } },
  ]);
  const [first, , , fourth] =
    parts()
      .at(-1)
      ?.rows.map(({ value }) => value) ?? [];
  expect(first).toEqual({
    title: 'Tea',
    price: 0,
    active: true,
    email: 'p0@example.com',
    made: '2025-12-01',
    status: 'paid',
    note: 'x0',
    count: 0,
  });
  expect(fourth).not.toHaveProperty('email');
});

test('types are those of the whole file: a value behind the first ten thousand rows counts', async () => {
  const { user, server } = open(learning());
  const rows = Array.from({ length: limits.importRows + 1 }, (_, n) => JSON.stringify({ a: n < limits.importRows ? n : 'n/a', b: n }));
  await choose(user, rows.join('\n'), 'rows.ndjson');
  await press(user, 'Check rows');
  await screen.findByText(/10,001 rows can be imported/, {}, { timeout: 20_000 });
  expect(await offered()).toEqual([['bNumber', true]]);
  await user.click(screen.getByRole('checkbox', { name: /^b/ }));
  await press(user, 'Import 10,001 rows');
  await screen.findByText('10,001 records imported.', {}, { timeout: 20_000 });
  expect(declaredIn(server)).toEqual([]);
}, 60_000);

test('who may not declare fields is offered none', async () => {
  const { user } = open({}, false);
  await choose(user, 'title;size\nTea;1\nCup;2\n');
  await press(user, 'Check rows');
  await screen.findByText('2 rows can be imported. Nothing is stored yet.');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a column that is named without its dot, and times of no zone, are told before the check', async () => {
  const { user, parts } = open();
  await choose(user, 'Tel.;Bestellt\n030;31.12.2025 14:30\n');
  expect(await screen.findByRole('combobox', { name: 'Field of Tel.' })).toHaveValue('Tel');
  expect(screen.getByText(/^Named without the dot/)).toBeVisible();
  expect(screen.getByText(/^The times name no zone/)).toBeVisible();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type of Bestellt' }), `Time, day first (${zone})`);
  expect(screen.queryByText(/^The times name no zone/)).toBeNull();
  await press(user, 'Check rows');
  await press(user, 'Import 1 row');
  const at = new Date(2025, 11, 31, 14, 30).toISOString().replace('.000', '');
  await vi.waitFor(() => expect(parts().at(-1)?.rows[0]?.value).toEqual({ Tel: '030', Bestellt: at }));
});
