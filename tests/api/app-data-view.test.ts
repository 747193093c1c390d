import { type DataRecord, type FieldProblem, messages, type Pagination, type Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Call, call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { type Scenario, scenarios } from '../support/scenarios.ts';

interface View {
  storageId: string;
  storageName: string;
  storageKey: string;
  is_softDelete: boolean;
  columns: string[];
  kinds: Record<string, string[]>;
  data: DataRecord[];
  pagination: Pagination;
}

interface Refusal {
  message: string;
  error: { details: FieldProblem[] };
}

let admin: Admin;
let project = '';
let storage: Storage;

beforeAll(async () => {
  admin = await anAdmin();
  project = (await aProject(admin)).id;
  storage = await aStorage(admin, project, 'products', true);
});

const path = (rest = '') => `/app/project/${project}/dataStorages/${storage.id}${rest}`;
const view = (query = '') => mustCall<View>({ path: path(query), token: admin.token });
const save = (responseData: unknown): Call => ({
  path: `/app/project/${project}/dataStorages/postmanSaveData`,
  token: admin.token,
  body: { dataStorageId: storage.id, responseData },
});
const item = (method: string, id: string, body?: object, rest = '') =>
  call<{ data: DataRecord }>({ method, path: path(`/item/${id}${rest}`), token: admin.token, ...(body ? { body } : {}) });

// Covers S1-2.6-11, S1-2.6-09, S1-3-06
test('the columns are those of the whole storage on every page, ids first, null where a row has none', async () => {
  await mustCall(
    save([
      { title: 'Mug', userId: 'u1' },
      { title: 'Cup', price: 5 },
    ]),
  );
  await mustCall(save({ title: 'Plate', colour: 'blue' }));
  const pages = await Promise.all([1, 2, 3].map((page) => view(`?limit=1&page=${page}`)));
  const columns = ['id', 'userId', 'title', 'price', 'colour', 'createdAt', 'updatedAt'];
  for (const { columns: given, kinds, data, pagination } of pages) {
    expect(kinds).toEqual({ price: ['number'] });
    expect(given.slice(0, 2)).toEqual(['id', 'userId']);
    expect([...given].sort()).toEqual([...columns].sort());
    expect(Object.keys(data[0] ?? {})).toEqual(expect.arrayContaining(columns));
    expect(pagination).toMatchObject({ limit: 1, totalCount: 3, totalPages: 3 });
  }
  expect(pages.map(({ data }) => data[0]?.title).sort()).toEqual(['Cup', 'Mug', 'Plate']);
  expect(pages[0]?.data[0]).toMatchObject({ title: 'Plate', colour: 'blue', price: null, userId: null });
});

test.each(['9007199254740993', '0.1000000000000000055', '[12345678901234567890]'])(
  'the digits of %s, which no number holds, are refused by their field at every door of the console',
  async (digits) => {
    const { id } = (await mustCall<{ data: [DataRecord] }>(save({ kept: 1 }))).data[0];
    const doors: [method: string, path: string, body: string][] = [
      ['POST', path('/item'), `{"data":{"v":${digits}}}`],
      ['PUT', path(`/item/${id}`), `{"data":{"v":${digits}}}`],
      ['POST', save({}).path, `{"dataStorageId":"${storage.id}","responseData":{"v":${digits}}}`],
    ];
    for (const [method, address, body] of doors) {
      const answer = await call({ method, path: address, token: admin.token, body });
      expect(answer).toMatchObject({ status: 400, body: { error: { key: 'lostDigits' } } });
      expect(answer.body.message).toMatch(/^v(\[0\])? has digits that no number holds/);
    }
  },
);

test('a record is added with the types that its values have in JSON', async () => {
  const fields = { title: 'Bowl', price: 4.5, amount: '4.50', sold: false, tags: ['new'], size: { cm: 20 }, note: null };
  const { message, data } = await mustCall<{ message: string; data: DataRecord }>({
    path: path('/item'),
    token: admin.token,
    body: { data: fields },
  });
  expect(message).toBe(messages.recordAdded);
  expect(data).toMatchObject(fields);
  expect((await view('?limit=1')).data[0]).toMatchObject({ ...fields, id: data.id });
});

// Covers S1-3-05, S1-3-07, S0-3-07
test('the view names the storage, and every id is text', async () => {
  const { data, ...rest } = await view();
  expect(rest).toMatchObject({ storageId: storage.id, storageName: 'My products', storageKey: 'products', is_softDelete: true });
  expect(rest.pagination).toMatchObject({ page: 1, limit: 10 });
  expect(data.every(({ id }) => typeof id === 'string')).toBe(true);
});

// Covers S1-2.6-02
test('the search finds any scalar field in any letter case', async () => {
  expect((await view('?search=PLAT')).data.map(({ title }) => title)).toEqual(['Plate']);
  expect((await view('?search=blue')).data.map(({ title }) => title)).toEqual(['Plate']);
  expect((await view('?search=nothing-like-it')).data).toEqual([]);
});

// Covers S1-7-38, S1-7-41
test('the form sends text, and the stored type comes back', async () => {
  const { data } = await mustCall<{ data: DataRecord[] }>(save({ title: 'Bowl', price: 7, sold: false }));
  const id = data[0]?.id ?? '';
  const changed = await item('PUT', id, { data: { id, title: 'Bowl', price: '8.5', sold: 'true' } });
  expect(changed).toMatchObject({ status: 200, body: { message: messages.recordUpdatedToast, data: { id, price: 8.5, sold: true } } });
});

// Covers S1-7-36, S1-7-37
test('a deleted record leaves the view, stands in the trash and can be restored', async () => {
  const { data } = await mustCall<{ data: DataRecord[] }>(save({ title: 'Jar' }));
  const id = data[0]?.id ?? '';
  expect(await item('DELETE', id)).toMatchObject({ status: 200, body: { message: messages.recordDeletedToast } });
  expect((await item('DELETE', id)).status).toBe(404);
  expect((await view('?search=jar')).data).toEqual([]);
  expect((await view('?deleted=only')).data).toMatchObject([{ id, title: 'Jar', is_deleted: true }]);
  expect(await item('POST', id, undefined, '/restore')).toMatchObject({ status: 200, body: { data: { id, title: 'Jar' } } });
  expect((await view('?search=jar')).data).toMatchObject([{ id }]);
});

// Covers S1-7-39, S1-7-40, S1-7-42
test('null clears, system fields are ignored, and text that is no number stays text', async () => {
  const { data } = await mustCall<{ data: DataRecord[] }>(save({ title: 'Pot', price: 7, colour: 'red' }));
  const [made] = data;
  const fields = { id: 'other', createdAt: '2020-01-01T00:00:00.000Z', is_deleted: true, colour: null, price: 'seven' };
  const { body } = await item('PUT', made?.id ?? '', { data: fields });
  expect(body.data).toMatchObject({ id: made?.id, createdAt: made?.createdAt, is_deleted: false, title: 'Pot', price: 'seven' });
  expect(body.data.colour ?? null).toBeNull();
});

// Covers S1-7-29, S1-7-30
test('an object is one record, a list of n objects is n', async () => {
  expect((await mustCall<{ data: DataRecord[] }>(save({ kind: 'one' }))).data).toHaveLength(1);
  expect((await mustCall<{ data: DataRecord[] }>(save([{ kind: 'two' }, { kind: 'two' }]))).data).toHaveLength(2);
  expect((await view('?search=two')).pagination.totalCount).toBe(2);
});

// Covers S1-7-32, S1-2.6-29
test('a password is in no answer and found by no search', async () => {
  await mustCall(save({ title: 'Secret', password: 'Xylophone-77' }));
  const { text } = await call({ path: path('?search=secret'), token: admin.token });
  expect(text).toContain('Secret');
  expect(text).not.toMatch(/xylophone|argon2|"password"/i);
  expect((await view('?search=xylophone')).data).toEqual([]);
});

// Covers S1-7-33, S1-7-34, S1-2.6-05
test('ten rows unless asked, sorted over the whole storage, within both days', async () => {
  await mustCall(save(Array.from({ length: 25 }, (_, i) => ({ title: `Number ${i}`, rank: (i * 7) % 25 }))));
  expect((await view('?search=number')).data).toHaveLength(10);
  expect((await view('?search=number&limit=200')).data).toHaveLength(25);
  const ranks = async (query: string) => (await view(`?search=number&sortBy=rank&${query}`)).data.map(({ rank }) => rank);
  expect(await ranks('sortOrder=asc&limit=5&page=2')).toEqual([5, 6, 7, 8, 9]);
  expect(await ranks('sortOrder=DESC&limit=3')).toEqual([24, 23, 22]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await view(`?search=number&startDate=${today}&endDate=${today}`)).pagination.totalCount).toBe(25);
  expect((await view('?search=number&endDate=2020-01-01')).pagination.totalCount).toBe(0);
});

// Covers S1-7-35, S1-7-23
test('without soft delete a record is gone for good, and the trash stays as it was', async () => {
  const [kept, gone] = (await mustCall<{ data: DataRecord[] }>(save([{ title: 'Kept' }, { title: 'Gone' }]))).data.map(({ id }) => id);
  await item('DELETE', kept ?? '');
  const turnOff = (more = {}) => call<Refusal>({ method: 'PUT', path: path(), token: admin.token, body: { isSoftDelete: false, ...more } });
  const unasked = await turnOff();
  expect(unasked.status).toBe(409);
  expect(unasked.body.error.details).toEqual([expect.objectContaining({ field: 'is_softDelete', key: 'trashHeld' })]);
  expect(unasked.body.message).toContain('keepTrash');
  expect((await turnOff({ keepTrash: true })).status).toBe(200);
  expect((await item('DELETE', gone ?? '')).status).toBe(200);
  const trash = (await view('?deleted=only')).data.map(({ id }) => id);
  expect(trash).toContain(kept);
  expect(trash).not.toContain(gone);
  await mustCall({ method: 'PUT', path: path(), token: admin.token, body: { isSoftDelete: true } });
});

test('changes to records stand in the activity log', async () => {
  const log = await mustCall<{ data: { activity: string; module: string }[] }>({
    path: `/app/logs/admin/user-activity-logs/project/${project}?limit=50`,
    token: admin.token,
  });
  const seen = log.data.filter(({ module }) => module === 'Storage Data').map(({ activity }) => activity);
  expect(seen).toEqual(
    expect.arrayContaining(['Insert Storage Data', 'Update Storage Data', 'Remove Storage Data', 'Restore Storage Data']),
  );
});

const refuse = (name: string, send: () => Call, status: number, field?: string): Scenario => ({
  name,
  send,
  status,
  ...(field === undefined ? {} : { field }),
});
const get = (query: string) => () => ({ path: path(query), token: admin.token });

scenarios('the data view, refused', [
  refuse('a limit of 201', get('?limit=201'), 400, 'limit'),
  refuse('a page that is no number', get('?page=first'), 400, 'page'),
  // Covers S1-7-09
  refuse('an end before the start', get('?startDate=2026-05-02&endDate=2026-05-01'), 400, 'endDate'),
  refuse('a date that does not exist', get('?startDate=2026-02-31'), 400, 'startDate'),
  refuse('a time of a day that does not exist', get('?endDate=2026-02-31T00:00:00Z'), 400, 'endDate'),
  refuse('a sort order that is neither', get('?sortOrder=up'), 400, 'sortOrder'),
  refuse('a search of 201 characters', get(`?search=${'x'.repeat(201)}`), 400, 'search'),
  refuse('a search given twice', get('?search=a&search=b'), 400, 'search'),
  refuse('an unknown record', () => ({ method: 'PUT', path: path('/item/none'), token: admin.token, body: { data: { a: 1 } } }), 404),
  refuse('a new record without data', () => ({ path: path('/item'), token: admin.token, body: {} }), 400, 'data'),
  refuse('a new record beside other words', () => ({ path: path('/item'), token: admin.token, body: { data: {}, id: 'x' } }), 400, 'id'),
  refuse('an update without data', () => ({ method: 'PUT', path: path('/item/none'), token: admin.token, body: {} }), 400, 'data'),
  refuse(
    'an update with a list as data',
    () => ({ method: 'PUT', path: path('/item/none'), token: admin.token, body: { data: [1] } }),
    400,
    'data',
  ),
  refuse(
    'the field name __proto__, beside others',
    () => ({ method: 'PUT', path: path('/item/none'), token: admin.token, body: '{"data":{"title":"Mug","__proto__":{"admin":true}}}' }),
    400,
    '__proto__',
  ),
  // Covers S1-7-31
  refuse('a text as sandbox response', () => save('hello'), 400, 'responseData'),
  // Covers S1-7-31
  refuse('a number as sandbox response', () => save(7), 400, 'responseData'),
  // Covers S1-7-31
  refuse('a list with a number', () => save([{ a: 1 }, 7]), 400, 'responseData'),
  // Covers S1-7-31
  refuse('an empty list', () => save([]), 400, 'responseData'),
  refuse('no sandbox response at all', () => save(undefined), 400, 'responseData'),
  refuse('more than a hundred records at once', () => save(Array.from({ length: 101 }, () => ({ a: 1 }))), 400, 'responseData'),
]);
