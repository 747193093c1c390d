import {
  type FaultyRecord,
  type FieldUse,
  type ProposedField,
  type RecordJob,
  recordJobKinds,
  type SchemaAnswer,
  type SchemaFault,
  type StorageSchema,
} from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { aProject, aStorage } from '../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';
import { hasText } from '../texts/index.ts';

beforeAll(() => Promise.all([import('./fields-page.tsx'), import('../app/shell/shell.tsx')]), 60_000);

const base = '/app/project/p1/dataStorages/s1';
const put = `PUT ${base}/schema`;
const post = `POST ${base}/schema/check`;

const aJob: RecordJob = {
  id: 'j1',
  kind: 'undo',
  state: 'running',
  field: null,
  seen: 40,
  changed: 4,
  kept: 0,
  total: 100,
  failure: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  canUndo: false,
};

interface Given {
  schema?: Partial<StorageSchema>;
  state?: SchemaAnswer['state'];
  proposal?: readonly ProposedField[];
  faults?: readonly SchemaFault[];
  jobs?: readonly RecordJob[];
  routes?: FakeRoutes;
}

/** The fields page of a storage; a save answers what it was given, as the next version. */
function open({ schema = {}, state = 'learn', proposal = [], faults = [], jobs = [], routes = {} }: Given = {}) {
  signInAs({ role: 'admin' });
  let answer: SchemaAnswer = { version: 3, state, schema: { fields: {}, unique: [], closed: false, ...schema } };
  const server = fakeServer({
    'GET /app/projects': () => ({ success: true, data: [aProject()], pagination: { page: 1, limit: 100, totalCount: 1, totalPages: 1 } }),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/dataStorages/users': () => ({
      success: true,
      data: [aStorage({ id: 's1', storageName: 'Products' }), aStorage({ id: 's2', storageName: 'People' })],
    }),
    [`GET ${base}/schema`]: () => ({ success: true, data: answer }),
    [`GET ${base}/schema/proposal`]: () => ({
      success: true,
      data: proposal.filter(({ name }) => !Object.hasOwn(answer.schema.fields, name)),
    }),
    [`GET ${base}/schema/uses`]: () => ({ success: true, data: [] }),
    [`GET ${base}/jobs`]: () => ({ success: true, data: jobs }),
    [post]: () => ({ success: true, data: faults, seen: 1, next: null }),
    [put]: ({ body }) => {
      answer = { ...(body as SchemaAnswer), version: answer.version + 1 };
      return { success: true, data: answer };
    },
    ...routes,
  });
  return { server, ...renderApp('/project/p1/data-storage/s1/fields') };
}
const saved = (server: ReturnType<typeof open>['server']) => server.to(put).map(({ body }) => body as SchemaAnswer);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const listed = (name: string) => screen.findByRole('list', { name });

test('fields are listed with their types and rules in words', async () => {
  open({
    schema: {
      fields: {
        price: { type: 'decimal', scale: 2, required: true, min: '0', default: '1.00', description: 'Without tax' },
        author: { type: 'reference', storage: 's2' },
        tags: { type: 'list', of: 'text', maxLength: 5 },
      },
      unique: [{ fields: ['price'] }],
    },
  });
  const rows = within(await listed('Declared fields')).getAllByRole('listitem');
  await waitFor(() =>
    expect(rows.map((row) => row.textContent)).toEqual([
      'priceWithout taxDecimal with 2 decimalsRequiredUniqueat least 0 · Default: 1.00',
      'authorReference to People',
      'tagsList of Textlength at most 5',
    ]),
  );
});

test('what the data has is declared by a press, or all of it', async () => {
  const proposal: ProposedField[] = [
    { name: 'title', field: { type: 'text' }, disagreeing: 0, isExact: true, examples: [] },
    { name: 'price', field: { type: 'number' }, disagreeing: 2, isExact: true, examples: [{ id: 'r9', value: '1,5' }] },
  ];
  const { user, server } = open({ proposal });
  const list = within(await listed('Learned from the data'));
  expect(list.getByText('Values of another type: 2')).toBeVisible();
  expect(list.getByRole('link', { name: '"1,5", in the record r9' })).toHaveAttribute('href', '/project/p1/data-storage/s1/view?search=r9');
  await user.click(list.getByRole('button', { name: 'Declare title' }));
  expect(await screen.findByText('Declared: title')).toBeVisible();
  expect(within(await listed('Declared fields')).getAllByRole('listitem')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Declare title' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Declare price' }));
  await screen.findByText('Declared: price');
  expect(saved(server)).toEqual([
    { version: 3, state: 'learn', schema: { fields: { title: { type: 'text' } }, unique: [], closed: false } },
    { version: 4, state: 'learn', schema: { fields: { title: { type: 'text' }, price: { type: 'number' } }, unique: [], closed: false } },
  ]);
  expect(await screen.findByText('The records have no other fields.')).toBeVisible();
});

test('of a large storage the least count is told as such, and that not all records were looked at', async () => {
  const of = { disagreeing: 2, examples: [] };
  open({
    proposal: [
      { ...of, name: 'made', field: { type: 'date' }, isExact: false },
      { ...of, name: 'size', field: { type: 'number' }, isExact: true },
    ],
  });
  const list = within(await listed('Learned from the data'));
  expect(list.getByText('Values of another type: 2+')).toBeVisible();
  expect(list.getByText('Values of another type: 2')).toBeVisible();
  expect(list.getByText(/only the newest records were looked at/)).toBeVisible();
});

test('a field is added with what its type has, and wrong inputs are told there', async () => {
  const { user, server } = open({ schema: { fields: { title: { type: 'text' } } } });
  await user.click(await screen.findByRole('button', { name: 'Add Field' }));
  const form = await dialog('Add Field');
  await user.type(form.getByLabelText('Field name'), 'title');
  await user.selectOptions(form.getByLabelText('Type'), 'Choice');
  await user.click(form.getByRole('button', { name: 'Add Field' }));
  expect(form.getByLabelText('Field name')).toHaveAccessibleDescription('A field of that name is declared already.');
  expect(form.getByText('Enter at least one value.')).toBeVisible();
  for (const [name, problem] of [
    ['id', 'This name is kept for the server.'],
    ['__proto__', 'This name is kept for the server.'],
    ['address.city', 'A dot leads into an object: declare the object’s own field, with the type JSON.'],
  ] as const) {
    await user.clear(form.getByLabelText('Field name'));
    await user.type(form.getByLabelText('Field name'), name);
    await user.click(form.getByRole('button', { name: 'Add Field' }));
    expect(form.getByLabelText('Field name')).toHaveAccessibleDescription(problem);
  }
  expect(server.to(put)).toEqual([]);
  await user.clear(form.getByLabelText('Field name'));
  await user.type(form.getByLabelText('Field name'), 'status');
  await user.type(form.getByLabelText('Values to choose from'), 'open{Enter}done{Enter}');
  await user.click(form.getByLabelText('Required'));
  await user.selectOptions(form.getByLabelText('A new record without the field gets'), 'A value');
  await user.selectOptions(form.getByLabelText('Value'), 'open');
  await user.click(form.getByRole('button', { name: 'Add Field' }));
  expect(await screen.findByText('status is declared.')).toBeVisible();
  expect(saved(server)[0]?.schema.fields.status).toEqual({ type: 'enum', values: ['open', 'done'], required: true, default: 'open' });
});

test('an edit keeps what it does not touch, and the server’s complaint stands at its input', async () => {
  const fields: StorageSchema['fields'] = { price: { type: 'decimal', scale: 2, min: '0' }, title: { type: 'text' } };
  let refusal: object | null = { field: 'fields.price.max', message: 'max must not be below min.' };
  const { user, server } = open({
    schema: { fields, unique: [{ fields: ['title'], ignoreCase: true }] },
    routes: {
      [put]: ({ body }) =>
        refusal
          ? refuse('invalid-argument', 'The schema contradicts itself.', [refusal as { field: string; message: string }])
          : { success: true, data: body },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit the field price' }));
  const form = await dialog('Edit price');
  expect(form.getByLabelText('Field name')).toBeDisabled();
  await user.type(form.getByLabelText('Greatest value'), '-1');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getByLabelText('Greatest value')).toHaveAccessibleDescription('max must not be below min.'));
  expect(form.queryByText('The schema contradicts itself.')).toBeNull();
  refusal = null;
  await user.clear(form.getByLabelText('Greatest value'));
  await user.type(form.getByLabelText('Greatest value'), '99.50');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('price is declared.');
  expect(saved(server).at(-1)?.schema).toEqual({
    fields: { price: { type: 'decimal', scale: 2, min: '0', max: '99.50' }, title: { type: 'text' } },
    unique: [{ fields: ['title'], ignoreCase: true }],
    closed: false,
  });
});

test('a schema that somebody else changed meanwhile is shown, and the next save builds upon it', async () => {
  let tries = 0;
  const { user, server } = open({
    routes: { [put]: ({ body }) => (tries++ === 0 ? refuse('conflict', 'Changed.') : { success: true, data: body }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Add Field' }));
  const form = await dialog('Add Field');
  await user.type(form.getByLabelText('Field name'), 'city');
  server.answer({
    [`GET ${base}/schema`]: () => ({
      success: true,
      data: { version: 8, state: 'warn', schema: { fields: { theirs: { type: 'date' } }, unique: [], closed: false } },
    }),
  });
  await user.click(form.getByRole('button', { name: 'Add Field' }));
  expect(await form.findByText(/Somebody else has changed the fields meanwhile/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Add Field' }));
  await screen.findByText('city is declared.');
  expect(saved(server)[1]).toMatchObject({
    version: 8,
    state: 'warn',
    schema: { fields: { theirs: { type: 'date' }, city: { type: 'text' } } },
  });
});

test('what somebody else has changed of the same field meanwhile stays beside what is typed', async () => {
  let tries = 0;
  const { user, server } = open({
    schema: { fields: { price: { type: 'decimal', scale: 2 } } },
    routes: { [put]: ({ body }) => (tries++ === 0 ? refuse('conflict', 'Changed.') : { success: true, data: body }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit the field price' }));
  const form = await dialog('Edit price');
  await user.type(form.getByLabelText('Description'), 'Net');
  server.answer({
    [`GET ${base}/schema`]: () => ({
      success: true,
      data: {
        version: 8,
        state: 'warn',
        schema: { fields: { price: { type: 'decimal', scale: 3, max: '9' } }, unique: [], closed: false },
      },
    }),
  });
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getByLabelText('Decimals')).toHaveValue('3'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('price is declared.');
  expect(saved(server)[1]?.schema.fields).toEqual({ price: { type: 'decimal', scale: 3, max: '9', description: 'Net' } });
});

test('what somebody else declares meanwhile, in another way, is not declared over', async () => {
  let tries = 0;
  const proposal = ['code', 'title'].map(
    (name): ProposedField => ({ name, field: { type: 'text' }, disagreeing: 0, isExact: true, examples: [] }),
  );
  const { user, server } = open({
    proposal,
    routes: {
      [`GET ${base}/schema/proposal`]: () => ({ success: true, data: proposal }),
      [put]: ({ body }) => (tries++ === 0 ? refuse('conflict', 'Changed.') : { success: true, data: body }),
    },
  });
  await listed('Learned from the data');
  server.answer({
    [`GET ${base}/schema`]: () => ({
      success: true,
      data: { version: 8, state: 'learn', schema: { fields: { code: { type: 'integer' } }, unique: [], closed: false } },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Declare All' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Declare code' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Declare title' }));
  await screen.findByText('Declared: title');
  expect(saved(server)[1]?.schema.fields).toEqual({ code: { type: 'integer' }, title: { type: 'text' } });
});

test('a declaration is taken back after a question, with the rules that name it', async () => {
  const { user, server } = open({
    schema: {
      fields: { a: { type: 'text' }, b: { type: 'text' } },
      unique: [{ fields: ['a', 'b'] }],
      totals: [{ by: ['a'] }, { by: ['b'] }],
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove the declaration of a' }));
  await user.click((await dialog('Remove the declaration of a?')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('a is no longer declared.');
  expect(saved(server)[0]?.schema).toEqual({ fields: { b: { type: 'text' } }, unique: [], closed: false, totals: [{ by: ['b'] }] });
});

test('before a declaration ends, what uses the field is named', async () => {
  const uses: FieldUse[] = [
    { kind: 'rule', number: 2, storage: null },
    { kind: 'rule', number: 1, storage: 'Rooms' },
    { kind: 'view', name: 'Cheap ones' },
    { kind: 'unique', fields: ['a', 'b'] },
    { kind: 'total', by: ['a'], sum: ['b'] },
    { kind: 'reference', storage: 'People' },
    { kind: 'closed' },
  ];
  const { user, server } = open({
    schema: { fields: { a: { type: 'text' }, b: { type: 'text' } } },
    routes: {
      [`GET ${base}/schema/uses`]: ({ query }) =>
        query.get('field') === 'a' ? { success: true, data: uses } : refuse('unavailable', 'Not now.'),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove the declaration of a' }));
  const asked = await dialog('Remove the declaration of a?');
  const list = within(await asked.findByRole('list', { name: 'What uses it' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Access rule 2',
    'Access rule 1 of Rooms',
    'The saved view Cheap ones',
    'The unique rule of a + b, which ends',
    'The total of a + b, which ends',
    'References to People: deletes there no longer follow them',
    'The fields that app users may not set',
  ]);
  await user.click(asked.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // It can be removed all the same where this could not be looked up.
  await user.click(screen.getByRole('button', { name: 'Remove the declaration of b' }));
  const other = await dialog('Remove the declaration of b?');
  expect(await other.findByText('What uses the field could not be looked up.')).toBeVisible();
  await user.click(other.getByRole('button', { name: 'Remove' }));
  await screen.findByText('b is no longer declared.');
  expect(saved(server)).toHaveLength(1);
});

test('before a storage becomes stricter the records that do not fit are shown; going back is one press', async () => {
  const faults: SchemaFault[] = [{ field: 'price', rule: 'type', count: 12, isExact: false, examples: [{ id: 'r1', value: 'free' }] }];
  const { user, server } = open({ schema: { fields: { price: { type: 'number' } } }, faults });
  await user.click(await screen.findByRole('radio', { name: /Enforce/ }));
  const asked = await dialog('Refuse what does not fit?');
  expect(await asked.findByText('12+ of another type')).toBeVisible();
  expect(asked.getByRole('link', { name: '"free", in the record r1' })).toBeVisible();
  expect(server.to(post)[0]?.body).toEqual({ after: null, schema: { fields: { price: { type: 'number' } }, unique: [], closed: false } });
  await user.click(asked.getByRole('button', { name: 'Enforce' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /Enforce/ })).toBeChecked());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('radio', { name: /Learn/ }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /Learn/ })).toBeChecked());
  expect(saved(server).map(({ state, version }) => [version, state])).toEqual([
    [3, 'enforce'],
    [4, 'learn'],
  ]);
});

test('all records that break a rule are listed page by page, however far apart they are', async () => {
  const faults: SchemaFault[] = [{ field: 'price', rule: 'type', count: 32, isExact: true, examples: [{ id: 'r1', value: 'free' }] }];
  const row = (n: number) => ({ id: `r${n}`, name: n === 1 ? '' : `Thing ${n}`, value: `no. ${n}` });
  const part = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n));
  const parts: Record<string, { data: FaultyRecord[]; next: string | null }> = {
    '': { data: part(1, 11), next: 'a' },
    a: { data: [], next: 'b' },
    b: { data: part(11, 31), next: 'c' },
    c: { data: [{ ...row(31), isInTrash: true }, row(32)], next: null },
  };
  let isDown = true;
  const { user, server } = open({
    schema: { fields: { price: { type: 'number' } } },
    faults,
    routes: {
      [`GET ${base}/schema/faults`]: ({ query }) => {
        if (isDown && query.get('after') === 'c') return refuse('unavailable', 'The database does not answer.');
        return { success: true, ...parts[query.get('after') ?? ''], seen: 2000, isExact: true };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  await user.click(await screen.findByRole('button', { name: 'Show all: price, 32 of another type' }));
  const links = async () => within(await listed('Records whose price does not fit')).getAllByRole('link');
  await waitFor(async () => expect(await links()).toHaveLength(30));
  expect((await links())[0]).toHaveAttribute('href', '/project/p1/data-storage/s1/view?search=r1');
  expect((await links()).slice(0, 2).map(({ textContent }) => textContent)).toEqual(['r1', 'Thing 2']);
  expect(server.to(`GET ${base}/schema/faults`).map(({ query }) => [...query].join('&'))).toEqual([
    'field,price&rule,type',
    'field,price&rule,type&after,a',
    'field,price&rule,type&after,b',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show More' }));
  expect(await screen.findByText('These records could not be listed.')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Show More' }));
  await waitFor(async () => expect(await links()).toHaveLength(32));
  expect((await links())[30]).toHaveAttribute('href', '/project/p1/data-storage/s1/view?search=r31&deleted=1');
  expect(screen.getByText('in the trash')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show the first: price, 32 of another type' }));
  expect(screen.getByRole('link', { name: '"free", in the record r1' })).toBeVisible();
});

test('all records that break a rule are mended by a press, and counted again when that is done', async () => {
  let faults: SchemaFault[] = [{ field: 'price', rule: 'type', count: 12, isExact: true, examples: [] }];
  let jobs: RecordJob[] = [];
  const { user, server } = open({
    schema: { fields: { price: { type: 'number' } } },
    routes: {
      [post]: () => ({ success: true, data: faults, seen: 1, next: null }),
      [`GET ${base}/jobs`]: () => ({ success: true, data: jobs }),
      [`POST ${base}/schema/repairs`]: () => {
        jobs = [{ ...aJob, id: 'j9', kind: 'repairField', field: 'price', repair: 'convert' }];
        return { success: true, data: { jobId: 'j9' } };
      },
      [`POST ${base}/jobs/j9/run`]: () => {
        faults = [];
        jobs = [
          { ...jobs[0], state: 'done', changed: 12, finishedAt: aJob.createdAt, canUndo: true } as RecordJob, // it was one above
        ];
        return { success: true, data: jobs[0] };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  await user.click(await screen.findByRole('button', { name: 'Convert: price, type' }));
  expect(await screen.findByText('All records fit.')).toBeVisible();
  expect(screen.getByText('Convert: price')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(server.to(`POST ${base}/schema/repairs`).map(({ body }) => body)).toEqual([{ field: 'price', repair: 'convert', rule: 'type' }]);
});

test('work that can be taken back stays in sight behind later work', async () => {
  const done = { ...aJob, kind: 'repairField', state: 'done', changed: 1, finishedAt: aJob.createdAt } as const;
  const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  open({ jobs: fields.map((field) => ({ ...done, id: field, field, canUndo: field === 'g' })) });
  expect(await screen.findByText('Mend g')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled();
  expect(screen.queryByText('Mend f')).toBeNull();
});

test('work that has changed records which do not fit their fields names the first of them', async () => {
  const warnings = ['a1', 'b2'].flatMap((id) => [
    { field: `records[${id}].price`, message: 'price must be at least 0.', key: 'fieldLow', values: { field: 'price', min: '0' } },
    { field: `records[${id}].title`, message: 'title is required.' },
  ]);
  open({ jobs: [{ ...aJob, kind: 'changeMatching', state: 'done', changed: 150, finishedAt: aJob.createdAt, warnings }] });
  expect(await screen.findByText('Stored, though these records do not fit their fields:')).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'a1 price must be at least 0.',
      'a1 title is required.',
      'b2 price must be at least 0.',
      'b2 title is required.',
    ]),
  );
});

test('each kind of work has a name', () => {
  expect(recordJobKinds.filter((kind) => !hasText(`job.${kind}`) && !hasText(`job.${kind}.of`))).toEqual([]);
});

test('while a stricter schema arms, the page says so', async () => {
  open({ schema: { fields: { price: { type: 'number' } } }, state: 'arming' });
  expect(await screen.findByText('The servers learn of the stricter fields. This takes up to a minute.')).toBeVisible();
  expect(screen.getByRole('radio', { name: /Enforce/ })).toBeChecked();
});

test('the stored records are checked when somebody asks', async () => {
  const { user, server } = open({ schema: { fields: { price: { type: 'number' } } } });
  await screen.findByText('Nothing is checked yet.');
  expect(server.to(post)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('All records fit.')).toBeVisible();
});

test('work on records shows its progress and is stopped; what is done is taken back', async () => {
  const job = aJob;
  const done: RecordJob = {
    ...job,
    total: null,
    id: 'j2',
    kind: 'claimStored',
    state: 'done',
    finishedAt: job.createdAt,
    canUndo: true,
    changed: 1,
  };
  const { user, server } = open({
    jobs: [job, done],
    routes: {
      [`POST ${base}/jobs/j1/run`]: () => ({ success: true, data: job }),
      [`POST ${base}/jobs/j1/cancel`]: () => ({ success: true, data: { ...job, state: 'cancelled' } }),
      [`POST ${base}/jobs/j2/undo`]: () => ({ success: true, data: done }),
    },
  });
  expect(await screen.findByText('40 of 100 records, 4 changed')).toBeVisible();
  expect(screen.getByText(/^1 record changed, /)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Take changes back' })).toHaveAttribute('aria-valuenow', '40');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.to(`POST ${base}/jobs/j1/cancel`)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.to(`POST ${base}/jobs/j2/undo`)).toHaveLength(1));
});

test('a failed read says so and is tried again; an archived storage leads to the archive', async () => {
  let isGone = false;
  const { user } = open({
    routes: {
      [`GET ${base}/schema`]: () => (isGone ? refuse('not-found', 'Storage not found.') : refuse('invalid-argument', 'Not now.')),
    },
  });
  await screen.findByText('The fields could not be loaded.');
  isGone = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This data storage is not here')).toBeVisible();
});

test('the project’s records are saved as TypeScript declarations; a failure says so', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => 'blob:types');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
  let fails = false;
  const { user } = open({
    routes: {
      'GET /app/project/:id/types': () => (fails ? refuse('unavailable', '') : { success: true, data: 'export interface Storages {}' }),
    },
  });
  const button = await screen.findByRole('button', { name: 'TypeScript types' });
  await user.click(button);
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(await saved.mock.calls[0]?.[0].text()).toBe('export interface Storages {}');
  fails = true;
  await user.click(button);
  expect(await screen.findByText('The types could not be made.')).toBeVisible();
});

test('fields that only together are unique are a rule of their own, and other fields can be closed out', async () => {
  const fields: StorageSchema['fields'] = { shop: { type: 'text' }, no: { type: 'integer' }, more: { type: 'json' } };
  const { user, server } = open({ schema: { fields } });
  await user.click(await screen.findByLabelText('No other fields'));
  await waitFor(() => expect(screen.getByLabelText('No other fields')).toBeChecked());
  await user.click(screen.getByRole('button', { name: 'Add Unique Rule' }));
  const form = await dialog('Add Unique Rule');
  expect(form.queryByLabelText('more')).toBeNull();
  await user.click(form.getByLabelText('shop'));
  await user.click(form.getByRole('button', { name: 'Add Unique Rule' }));
  expect(form.getByText('Choose 2 to 5 fields.')).toBeVisible();
  await user.click(form.getByLabelText('no'));
  await user.click(form.getByLabelText('Upper and lower case are the same'));
  await user.click(form.getByRole('button', { name: 'Add Unique Rule' }));
  expect(within(await listed('Unique together')).getByText('shop, no')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the unique rule of shop, no' }));
  await waitFor(() => expect(screen.queryByText('shop, no')).toBeNull());
  expect(saved(server).map(({ schema: { unique, closed } }) => ({ unique, closed }))).toEqual([
    { unique: [], closed: true },
    { unique: [{ fields: ['shop', 'no'], ignoreCase: true }], closed: true },
    { unique: [], closed: true },
  ]);
});

test.each(['Add Unique Rule', 'Add Total'])('%s keeps what is chosen while somebody else removes the last fields', async (name) => {
  const { user, server } = open({ schema: { fields: { shop: { type: 'text' }, no: { type: 'text' } } } });
  await user.click(await screen.findByRole('button', { name }));
  const form = await dialog(name);
  await user.click(form.getByLabelText('shop'));
  await user.click(form.getByLabelText('no'));
  const without = { version: 4, state: 'learn', schema: { fields: {}, unique: [], closed: false } };
  server.answer({
    [`GET ${base}/schema`]: () => ({ success: true, data: without }),
    [put]: () => refuse('conflict', 'Somebody else has changed the schema.'),
  });
  await user.click(form.getByRole('button', { name }));
  expect(await form.findByText('Somebody else has changed the schema.')).toBeVisible();
  await waitFor(() => expect(screen.getByText(/^No field is declared yet\./)).toBeInTheDocument());
  expect(form.getByRole('button', { name })).toBeVisible();
});

test('totals are kept by fields that are chosen, say whether they answer, and end', async () => {
  const fields: StorageSchema['fields'] = { status: { type: 'text' }, price: { type: 'decimal', scale: 2 }, loose: { type: 'decimal' } };
  const { user, server } = open({ schema: { fields } });
  expect(await screen.findByText('No total is kept. Totals of up to 1,000 records need none.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Total' }));
  const form = await dialog('Add Total');
  await user.click(form.getByRole('button', { name: 'Add Total' }));
  expect(form.getByText('Choose a field to count by, or one to add up.')).toBeVisible();
  const sums = within(form.getByRole('group', { name: 'Add up' }));
  expect(sums.queryByLabelText('loose')).toBeNull();
  await user.click(sums.getByLabelText('price'));
  await user.click(within(form.getByRole('group', { name: 'Count records by' })).getByLabelText('status'));
  await user.click(form.getByRole('button', { name: 'Add Total' }));
  const list = within(await listed('Kept totals'));
  expect(list.getByText('Records by status, with the sum of price')).toBeVisible();
  expect(list.getByText('Stored records are being counted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the total: Records by status, with the sum of price' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Kept totals' })).toBeNull());
  expect(saved(server).map(({ schema: { totals } }) => totals)).toEqual([[{ by: ['status'], sum: ['price'] }], []]);
});

test('a total that met too many values says so', async () => {
  open({
    routes: {
      [`GET ${base}/schema`]: () => ({
        success: true,
        data: {
          version: 3,
          state: 'learn',
          schema: { fields: { sku: { type: 'text' } }, unique: [], closed: false, totals: [{ by: ['sku'] }] },
          totalStates: ['full'],
        },
      }),
    },
  });
  const list = within(await listed('Kept totals'));
  expect(list.getByText('Ended: it met more than 1,000 different values. Remove it, or add it again.')).toBeVisible();
});

test('records are counted part by part, and each count is a least one until all are', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fault = (count: number, id: string): SchemaFault => ({
    field: 'author',
    rule: 'reference',
    count,
    isExact: true,
    examples: [{ id, value: 'x' }],
  });
  const { user, server } = open({
    schema: { fields: { author: { type: 'reference', storage: 's2' } } },
    routes: {
      [post]: async ({ body }) => {
        const { after } = body as { after: string | null };
        if (after === null) return { success: true, data: [fault(3, 'r1')], seen: 2000, next: 'r1' };
        await promise;
        return { success: true, data: [fault(1200, 'r2')], seen: 1500, next: null };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  expect(await screen.findByText('3+ naming no record')).toBeVisible();
  expect(screen.getByText('Records looked at so far: 2,000')).toBeVisible();
  resolve();
  expect(await screen.findByText('1,203 naming no record')).toBeVisible();
  expect(screen.queryByText(/so far/)).toBeNull();
  expect(server.to(post).map(({ body }) => (body as { after: unknown }).after)).toEqual([null, 'r1']);
});
