import { type ApiPagination, messages, type Project, type Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

interface Item {
  id: string;
  name: string;
  createdAt: string;
}

interface List {
  data: Item[];
  pagination: ApiPagination;
}

let admin: Admin;
let project: Project;
let items: Storage;
let keys: ReturnType<typeof keysOf>;

/** In the order of their creation. */
const rows = [
  { name: 'a', amount: 5, category: 'book', status: 'open', userId: 'u1', title: 'Red Mug', tags: ['new', 'sale'] },
  { name: 'b', amount: 10, category: 'book', status: 'closed', userId: 'u2', title: 'blue mug' },
  { name: 'c', amount: 100, category: 'toy', status: 'open', userId: 'u1', title: 'Chair', page: 'p1' },
  { name: 'd', amount: '9', category: 'toy', status: 'draft', userId: 'u2', title: 'TABLE', address: { city: 'Zürich' } },
  { name: 'e', category: 'Book', title: null },
];

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  items = await aStorage(admin, project.id, 'items', true);
  keys = keysOf(admin, project.id);
  for (const row of rows) await mustCall({ path: path(), ...keys, body: row });
});

const path = () => `/api/items/${items.id}`;
const list = (query: string) => mustCall<List>({ path: `${path()}?${query}`, ...keys });
const names = async (query: string) => (await list(query)).data.map(({ name }) => name).join('');

// Covers S0-3-12, S0-3-13
test('a list is an envelope with the storage, the records and the paging', async () => {
  const answer = await mustCall({ path: path(), ...keys });
  expect(answer).toMatchObject({
    success: true,
    storageId: items.id,
    storageName: items.storageName,
    storageKey: 'items',
    data: expect.any(Array),
    pagination: { currentPage: 1, totalPages: 1, totalItems: 5, limit: 10, totalIsExact: true, nextCursor: null },
    createdAt: items.createdAt,
  });
});

test.each([
  // Covers S0-5-24
  ['without sortOrder the newest comes first', '', 'edcba'],
  // Covers S0-5-23
  ['asc puts the oldest first', 'sortOrder=asc', 'abcde'],
  // Covers S0-5-25
  ['sortOrder is case-insensitive', 'sortOrder=ASC', 'abcde'],
  // Covers S0-7-34
  ['sortBy orders by its field, missing values last', 'sortBy=amount&sortOrder=asc', 'abcde'],
  // Covers S0-7-34
  ['descending keeps missing values last', 'sortBy=amount', 'dcbae'],
  // Covers S0-5-27
  ['>= keeps exactly those', 'amount>=10&sortOrder=asc', 'bc'],
  // Covers S0-5-27
  ['<= keeps exactly those', 'amount<=10&sortOrder=asc', 'ab'],
  // Covers S0-5-27
  ['< keeps exactly those', 'amount<10&sortOrder=asc', 'a'],
  // Covers S0-5-27
  ['> keeps exactly those', 'amount>10&sortOrder=asc', 'c'],
  // Covers S0-5-27
  ['operators may be encoded', 'amount%3E%3D10&sortOrder=asc', 'bc'],
  // Covers S0-5-28
  ['!= leaves them out', 'status!=open&sortOrder=asc', 'bde'],
  // Covers S0-5-29
  ['~ finds a part in any case', 'title~MUG&sortOrder=asc', 'ab'],
  // Covers S0-5-29
  ['~ finds one character', 'title~t&sortOrder=asc', 'd'],
  // Covers S0-5-30
  ['values joined by a bar match any', 'status=open%7Cclosed&sortOrder=asc', 'abc'],
  // Covers S0-5-31
  ['two conditions on one field joined by %26 must both hold', 'amount>=9%26<=10&sortOrder=asc', 'b'],
  // Covers S0-5-31
  ['the joined condition may name the field again', 'amount>=9%26amount<100&sortOrder=asc', 'b'],
  // Covers S0-5-32
  ['separate parameters must all hold', 'category=book&amount>=10', 'b'],
  // Covers S0-5-33
  ['an equals sign before the operator changes nothing', 'amount=>=100', 'c'],
  // Covers S0-5-34
  ['numbers compare as numbers', 'amount>9&sortOrder=asc', 'bc'],
  // Covers S0-5-35
  ['filter[page] reaches the field page', 'filter[page]=p1', 'c'],
  // Covers S0-7-33
  ['userId keeps the records of that user', 'userId=u1&sortOrder=asc', 'ac'],
  // Covers S0-7-37
  ['a field filter is exact', 'category=book&sortOrder=asc', 'ab'],
  // Covers S0-7-37
  ['a number matches', 'amount=5', 'a'],
  ['a nested field is reached by its path', 'address.city=Z%C3%BCrich', 'd'],
  ['an array matches by its elements', 'tags=sale', 'a'],
  ['null finds null and missing', 'title=null', 'e'],
  ['search looks into every field', 'search=z%C3%BCr', 'd'],
  ['a field that no record has matches nothing', 'nothing=here', ''],
])('%s', async (_, query, expected) => {
  expect(await names(query)).toBe(expected);
});

// Covers S0-5-19, S0-5-20, S0-5-21
test('dates bound createdAt on both sides, and a bare date covers its day', async () => {
  const { data } = await list('sortOrder=asc');
  const [, second, third] = data;
  const today = data[0]?.createdAt.slice(0, 10);
  expect(await names(`dateFrom=${second?.createdAt}&sortOrder=asc`)).toBe('bcde');
  expect(await names(`dateTo=${second?.createdAt}&sortOrder=asc`)).toBe('ab');
  expect(await names(`dateFrom=${second?.createdAt}&dateTo=${third?.createdAt}`)).toBe('cb');
  expect(await names(`dateFrom=${today}&dateTo=${data.at(-1)?.createdAt.slice(0, 10)}`)).toBe('edcba');
  expect(await names('dateTo=2020-01-01')).toBe('');
});

// Covers S0-7-35, S0-7-36, S0-9-23
test('pages follow each other without gaps', async () => {
  const first = await list('limit=2');
  expect(first.pagination).toMatchObject({ limit: 2, totalPages: 3, currentPage: 1 });
  const second = await list('limit=2&page=2');
  expect(second.pagination.currentPage).toBe(2);
  const third = await list('limit=2&page=3');
  expect([first, second, third].flatMap(({ data }) => data.map(({ name }) => name)).join('')).toBe('edcba');
  const byCursor = await list(`limit=2&cursor=${first.pagination.nextCursor}`);
  expect(byCursor.data).toEqual(second.data);
  expect((await list('')).pagination.limit).toBe(10);
});

test('fields limits what comes back, count counts, explain tells the plan and the cost', async () => {
  const { data } = await list('fields=name,address.city&name=d');
  expect(data).toEqual([{ id: expect.any(String), name: 'd', 'address.city': 'Zürich' }]);
  expect(await mustCall({ path: `${path()}/count?category=toy`, ...keys })).toMatchObject({ data: { count: 2, isExact: true } });
  expect(await mustCall({ path: `${path()}/count?title~mug`, ...keys })).toMatchObject({ data: { count: 2, isExact: true } });
  expect(await mustCall({ path: `${path()}?category=toy&explain=true`, ...keys })).toMatchObject({
    explain: { plan: 'equality merge in key order', reads: 3 },
  });
});

// Covers S0-3-10, S0-4-23, S0-4-25, S0-4-26
test('the trash is a list of its own', async () => {
  const { data } = await mustCall<{ data: Item }>({ path: path(), ...keys, body: { name: 'z' } });
  expect(data).toMatchObject({ is_deleted: false, deletedAt: null });
  await mustCall({ method: 'DELETE', path: `${path()}/dataId/${data.id}`, ...keys });
  expect(await names('')).toBe('edcba');
  expect((await list('')).pagination.totalItems).toBe(5);
  expect(await names('deleted=only')).toBe('z');
  expect(await names('deleted=include')).toBe('zedcba');
  expect(await names('deleted=include&sortOrder=asc&name!=b')).toBe('acdez');
});

scenarios('lists, refused', [
  // Covers S0-5-22
  { name: 'dateTo before dateFrom', send: () => refused('dateFrom=2024-05-02&dateTo=2024-05-01'), status: 400, field: 'dateTo' },
  // Covers S0-5-26
  { name: 'an unknown sortOrder', send: () => refused('sortOrder=up'), status: 400, field: 'sortOrder' },
  // Covers S0-9-24
  { name: 'limit above 100', send: () => refused('limit=101'), status: 400, field: 'limit', message: /100/ },
  // Covers S0-5-17
  { name: 'no filter on password', send: () => refused('password=x'), status: 400, field: 'password' },
  // Covers S0-5-17
  { name: 'no sort by password', send: () => refused('sortBy=password'), status: 400, field: 'sortBy' },
  { name: 'a date that does not exist', send: () => refused('dateFrom=2024-02-31'), status: 400, field: 'dateFrom' },
  { name: 'a time of a day that does not exist', send: () => refused('updatedAt>=2024-02-31T00:00:00Z'), status: 400, field: 'updatedAt' },
  { name: 'a page of text', send: () => refused('page=two'), status: 400, field: 'page' },
  { name: 'a page given twice', send: () => refused('page=1&page=2'), status: 400, field: 'page' },
  { name: 'a range without a value', send: () => refused('amount>='), status: 400, field: 'amount' },
  { name: 'a nameless filter', send: () => refused('=5'), status: 400 },
  { name: 'a reserved field name', send: () => refused('__proto__=5'), status: 400 },
  {
    name: 'too many values',
    send: () => refused(`status=${Array.from({ length: 31 }, (_, i) => i).join('%7C')}`),
    status: 400,
    field: 'status',
  },
  { name: 'a search of 201 characters', send: () => refused(`search=${'x'.repeat(201)}`), status: 400, field: 'search' },
  { name: 'an explain that is no flag', send: () => refused('explain=yes'), status: 400, field: 'explain' },
]);

function refused(query: string) {
  return { path: `${path()}?${query}`, ...keys };
}

// Covers S0-7-55
test('a page of another origin may call', async () => {
  const answer = await call({
    method: 'OPTIONS',
    path: path(),
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key, x-secret-key, x-project-id, traceparent, sw8, x-dtpc, adrum_0, x-other,bad name',
    },
  });
  expect(answer.status).toBe(204);
  expect(['*', 'https://app.example']).toContain(answer.headers.get('access-control-allow-origin'));
  expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/x-api-key, ?x-secret-key, ?x-project-id/);
  const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
  expect(allowed).toEqual(expect.arrayContaining(['traceparent', 'sw8', 'x-dtpc', 'adrum_0', 'x-other']));
  expect(allowed).not.toContain('bad name');
});

async function cost(suffix: string, more: object = {}) {
  const { headers, status } = await call({ path: path() + suffix, ...keys, ...more });
  return `${status} ${headers.get('x-bedplate-reads')}R ${headers.get('x-bedplate-writes')}W`;
}

test('each answer tells what it cost', async () => {
  const { data } = await list('name=a');
  await cost('');
  expect(await cost(`/dataId/${data[0]?.id}`)).toBe('200 1R 0W');
  expect(await cost('?limit=3')).toMatch(/^200 [34]R 0W$/); // the total of the same list is shared for a moment
  expect(await cost('?category=book&status=open')).toBe('200 2R 0W');
  expect(await cost(`/dataId/${data[0]?.id}`, { method: 'PUT', body: { amount: 6 } })).toBe('200 1R 1W');
  expect(await cost('', { body: { name: 'f', amount: 1 } })).toBe('201 0R 1W');
  expect(messages.dataAdded).toBe('Data added successfully');
});
