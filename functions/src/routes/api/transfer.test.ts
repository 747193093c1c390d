import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { createIdMaker } from '../../store/time-ordered-id.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const count = async (path: string) => (await api.call(`${path}/count`)).body.data.count;
const importCsv = (path: string, body: string, query = '', headers = {}) =>
  api.call(`${path}/import${query}`, { body, headers: { 'content-type': 'text/csv', ...headers } });

test('an export is a CSV of all columns with formulas made harmless, and imports back as the same values', async () => {
  const [from, to] = [await api.storage('from'), await api.storage('to')];
  const rows = [
    { name: '=HYPERLINK("x")', n: -5, deep: { a: [1] } },
    { name: 'a "b", c\nd', ok: true, password: 'secret' },
  ];
  await api.call(from.path, { body: rows });
  const csv = await api.call(`${from.path}/export?format=csv`);
  expect(csv.headers.get('content-disposition')).toMatch(/attachment; filename="from_\d{4}-\d\d-\d\d\.csv"/);
  expect(csv.headers.get('access-control-expose-headers')).toMatch(/Content-Disposition/);
  expect(csv.text.split('\r\n')[0]).toBe('id,name,n,deep,ok,createdAt,updatedAt');
  expect(csv.text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv.text).not.toMatch(/secret|argon2/);
  expect((await importCsv(to.path, csv.text)).status).toBe(201);
  const { data } = (await api.call(`${to.path}?sortBy=n`)).body;
  expect(data).toMatchObject([
    { name: '=HYPERLINK("x")', n: -5, deep: { a: [1] } },
    { name: 'a "b", c\nd', ok: true },
  ]);
});

test('an export is as of one moment: what is written meanwhile is not in it', async () => {
  const storage = await api.storage('moments');
  for (let i = 0; i < 9; i += 1) await api.call(storage.path, { body: Array.from({ length: 100 }, (_, n) => ({ n: i * 100 + n })) });
  const response = await fetch(`${api.origin}${storage.path}/export?format=ndjson`, { headers: api.keyHeaders });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await api.call(storage.path, { body: { n: 'late' } });
  let text = new TextDecoder().decode(first?.value);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += new TextDecoder().decode(part.value);
  const numbers = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).n);
  expect(numbers).toEqual(Array.from({ length: 900 }, (_, n) => 899 - n));
});

test('an export takes the same fields as a list, also nested ones', async () => {
  const { path } = await api.storage('nested');
  await api.call(path, { body: [{ name: 'a', address: { city: 'Bern' } }, { name: 'b' }] });
  const fields = 'fields=address.city,name';
  expect((await api.call(`${path}/export?${fields}`)).text).toBe('address.city,name\r\n,b\r\nBern,a\r\n');
  expect((await api.call(`${path}/export?format=ndjson&${fields}`)).text).toBe('{"name":"b"}\n{"address.city":"Bern","name":"a"}\n');
  expect((await api.call(`${path}/export?fields=name,name`)).text).toBe('name\r\nb\r\na\r\n');
  expect(await api.call(`${path}/export?fields=name,nmae`)).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'fields' }] } },
  });
  const again = await api.storage('again');
  const file = (await api.call(`${path}/export?format=ndjson&${fields}`)).text;
  await api.call(`${again.path}/import`, { body: file, headers: { 'content-type': 'application/x-ndjson' } });
  expect((await api.call(`${again.path}?name=a`)).body.data).toMatchObject([{ name: 'a', address: { city: 'Bern' } }]);
});

test('an export sends what a list finds, in its order, in the style that is asked for, and it can be imported again', async () => {
  const { path } = await api.storage('orders', { is_softDelete: true });
  const made = [
    { name: 'Tea; green', amount: 3, address: { city: 'Köln' } },
    { name: 'Cup', amount: 12.5, address: { city: 'Bern' }, tags: ['a'] },
    { name: 'Tea, black', amount: 1 },
    { name: 'Gone', amount: 7 },
  ];
  const ids = (await api.call(path, { body: made })).body.data.map(({ id }: { id: string }) => id) as string[];
  await api.call(`${path}/dataId/${ids[3]}`, { method: 'DELETE' });
  const csv = async (query: string) => {
    const response = await fetch(`${api.origin}${path}/export?${query}`, { headers: api.keyHeaders });
    return Buffer.from(await response.arrayBuffer()).toString();
  };
  expect(await csv('fields=name,amount&sortBy=amount&sortOrder=asc')).toBe('name,amount\r\n"Tea, black",1\r\nTea; green,3\r\nCup,12.5\r\n');
  expect(await csv('fields=name&amount>=3&sortBy=name')).toBe('name\r\nTea; green\r\nCup\r\n');
  expect(await csv('fields=name&search=TEA&delimiter=;&bom=true')).toBe('\uFEFFname\r\nTea, black\r\n"Tea; green"\r\n');
  expect(await csv('fields=name&amount=99&bom=')).toBe('name\r\n');
  expect(await csv('fields=name,is_deleted&deleted=only')).toBe('name,is_deleted\r\nGone,true\r\n');
  expect(
    (await csv('format=ndjson&name=Cup'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([made[1]]);
  for (const wrong of [
    'amuont=3',
    'bom=maybe',
    'delimiter=ab',
    'format=ndjson&bom=true',
    'format=ndjson&delimiter=tab',
    'limit=5',
    'sortBy=amuont',
    '%66ormat=xml',
  ])
    expect([wrong, (await api.call(`${path}/export?${wrong}`)).status]).toEqual([wrong, 400]);

  const file = await csv('fields=name,amount,address.city,tags&delimiter=tab&bom=true');
  const again = await api.storage('again');
  const form = new FormData();
  form.append('file', new File([file], 'orders.csv', { type: 'text/csv' }));
  expect((await api.call(`${again.path}/import`, { body: form })).status).toBe(201);
  const { data } = (await api.call(`${again.path}?sortBy=amount&sortOrder=asc`)).body;
  expect(data).toMatchObject([made[2], made[0], made[1]]);
});

test('an import keeps the ids of its file on request: those of apps and ours, of records that are gone, and never another record’s', async () => {
  const { path } = await api.storage('kept', { is_softDelete: true });
  const [first, second] = (await api.call(path, { body: [{ n: 1 }, { n: 2 }] })).body.data as { id: string; createdAt: string }[];
  await api.call(`${path}/dataId/my-own?upsert=true`, { method: 'PUT', body: { n: 3 } });
  const file = (await api.call(`${path}/export?format=csv`)).text;
  const send = (query: string, text = file) => api.call(`${path}/import?${query}`, { body: text, headers: { 'content-type': 'text/csv' } });
  expect(await send('ids=keep')).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'rows[1].id' }, { field: 'rows[2].id' }, { field: 'rows[3].id' }] } },
  });
  await api.call(`${path}/dataId/${first?.id}`, { method: 'DELETE' });
  expect((await send('ids=keep&partial=true&dryRun=true')).body.data).toMatchObject({ accepted: 0, rejected: 3 });
  const elsewhere = await api.storage('elsewhere');
  const there = (query: string, text = file) =>
    api.call(`${elsewhere.path}/import?${query}`, { body: text, headers: { 'content-type': 'text/csv' } });
  const done = await there('ids=keep');
  expect(done).toMatchObject({ status: 201, body: { data: { accepted: 3 } } });
  const { data } = (await api.call(`${elsewhere.path}?sortBy=n&sortOrder=asc`)).body;
  expect(data).toMatchObject([
    { id: first?.id, n: 1, createdAt: first?.createdAt },
    { id: second?.id, n: 2 },
    { id: 'my-own', n: 3 },
  ]);
  expect((await api.call(`${elsewhere.path}/count`)).body.data.count).toBe(3);
  expect((await there('ids=keep')).body.message).toContain('made before');
  expect((await api.call(`${elsewhere.path}/import/${done.body.data.importId}`, { method: 'DELETE' })).body.data).toEqual({
    deleted: 3,
    kept: 0,
  });
  expect((await api.call(`${elsewhere.path}/dataId/${first?.id}`)).status).toBe(404);
  expect(await there('ids=keep')).toMatchObject({ status: 201, body: { data: { accepted: 3 } } });
  expect((await api.call(`${elsewhere.path}/dataId/${first?.id}`)).body.data).toMatchObject({ n: 1 });
  const ofTomorrow = createIdMaker(() => Date.now() + 86_400_000)().id;
  for (const wrong of ['zzzzzzzzzzzzzzzzzzzz', ofTomorrow, '12', '.x', 'a b'])
    expect([wrong, (await there('ids=keep', `id,n\n${wrong},1\n`)).status]).toEqual([wrong, 400]);
  const left = await there('dryRun=true', 'id,createdAt,updatedAt,n\nx1,2020-01-01,2020-01-01,1\n');
  expect((left.body.warnings as { field: string }[]).map(({ field }) => field)).toEqual(['id', 'createdAt', 'updatedAt']);
  expect((await there('dryRun=true&ids=keep', 'id,n\nx9,1\n')).body.warnings).toBeUndefined();
  expect((await there('ids=keep', 'id,n\nx1,1\nx1,2\n')).body.error).toMatchObject({ details: [{ field: 'rows[2].id' }] });
  for (const query of ['ids=maybe', 'types=maybe']) expect([query, (await there(query)).status]).toEqual([query, 400]);
});

test('an export that looks for records pays for each page, and ends when the credits do', async () => {
  const { path } = await api.storage('many');
  for (let i = 0; i < 5; i += 1) await api.call(path, { body: Array.from({ length: 90 }, (_, n) => ({ n: i * 90 + n, even: n % 2 })) });
  const used: number[] = [];
  const use = vi.spyOn(api.services.credits, 'use').mockImplementation(async () => () => void used.push(1));
  const text = (await api.call(`${path}/export?fields=n&sortBy=n&sortOrder=asc`)).text;
  expect(text.trim().split('\r\n').slice(1).map(Number)).toEqual(Array.from({ length: 450 }, (_, n) => n));
  expect(use).toHaveBeenCalledTimes(3);
  use.mockRestore();
});

test('one credit pays for a hundred records of a whole storage, the first with the call itself', async () => {
  const { path } = await api.storage('whole');
  for (const size of [100, 100, 1]) await api.call(path, { body: Array.from({ length: size }, (_, n) => ({ n })) });
  const use = vi.spyOn(api.services.credits, 'use');
  expect((await api.call(`${path}/export?format=ndjson`)).text.trim().split('\n')).toHaveLength(201);
  expect(use).toHaveBeenCalledTimes(3);
  use.mockRestore();
});

test.each(['format=xml', 'page=2', 'dateFrom=x', 'format=csv&format=ndjson', 'bom=maybe', 'bom=true&bom=true', 'delimiter=;&delimiter=,'])(
  'an export with %s is refused',
  async (query) => {
    const { path } = await api.storage('refusals');
    expect(await api.call(`${path}/export?${query}`)).toMatchObject({ status: 400, body: { success: false } });
  },
);

test('a dry run tells what would happen and stores nothing', async () => {
  const { path } = await api.storage('dry');
  const answer = await importCsv(path, 'a,b\n1,2\n3\n', '?dryRun=true');
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { rows: 2, accepted: 1, rejected: 1, errors: [{ row: 2 }], sample: [{ a: 1, b: 2 }] } },
  });
  expect(await count(path)).toBe(0);
});

test.each(['dryrun=true', 'Partial=true', 'dryRun[]=true', '__proto__=1'])(
  'an import with %s is refused and stores nothing',
  async (query) => {
    const { path } = await api.storage('misspelt');
    const answer = await importCsv(path, 'a\n1\n', `?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: query.split('=')[0] }] } } });
    expect(await count(path)).toBe(0);
  },
);

test('one bad row refuses the whole file and names the row, unless partial is asked for', async () => {
  const { path } = await api.storage('partial');
  const file = JSON.stringify([{ a: 1 }, { 'b..c': 2 }, 5, { a: 4 }]);
  const refused = await api.call(`${path}/import`, { body: file });
  expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'rows[2].b..c' }, { field: 'rows[3]' }] } } });
  expect(await count(path)).toBe(0);
  const done = await api.call(`${path}/import?partial=true`, { body: file });
  expect(done).toMatchObject({ status: 201, body: { data: { accepted: 2, rejected: 2, errors: [{ row: 2 }, { row: 3 }] } } });
  // Codes of sentences are the console's.
  for (const error of done.body.data.errors) expect(Object.keys(error)).toEqual(['row', 'field', 'message']);
  expect(await count(path)).toBe(2);
});

test('a repeated import doubles nothing, an interrupted one is finished, and an undo takes it back but for changed records', async () => {
  const storage = await api.storage('repeat');
  const { path } = storage;
  const csv = `n\n${Array.from({ length: 250 }, (_, n) => n).join('\n')}\n`;
  const first = await importCsv(path, csv);
  expect(first).toMatchObject({ status: 201, body: { data: { accepted: 250, rejected: 0 } } });
  const { importId } = first.body.data;
  expect(await importCsv(path, csv)).toMatchObject({ status: 200, body: { data: { importId, accepted: 250 } } });
  const store = api.services.records.store;
  await databaseOf(store).doc(`storages/${storage.id}/imports/${importId}`).update({ state: 'running' });
  const some = await databaseOf(store).collection(`storages/${storage.id}/records`).limit(30).get();
  await Promise.all(some.docs.map((doc) => doc.ref.delete()));
  expect(await importCsv(path, csv)).toMatchObject({ status: 201, body: { data: { accepted: 250 } } });
  expect(await count(path)).toBe(250);
  const list = (await api.call(path)).body.data;
  expect(list.map((record: { n: number }) => record.n)).toEqual([249, 248, 247, 246, 245, 244, 243, 242, 241, 240]);
  await api.call(`${path}/dataId/${list[0].id}`, { method: 'PUT', body: { n: 'changed' } });
  const undone = await api.call(`${path}/import/${importId}`, { method: 'DELETE' });
  expect(undone).toMatchObject({ status: 200, body: { data: { deleted: 249, kept: 1 } } });
  expect(await count(path)).toBe(1);
  expect(await importCsv(path, csv)).toMatchObject({ status: 200, body: { data: { accepted: 1 } } });
  expect(await count(path)).toBe(1);
  expect((await api.call(`${path}/import/${importId}?force=true`, { method: 'DELETE' })).body.data).toEqual({ deleted: 1, kept: 0 });
  expect((await api.call(`${path}/import/${importId}`, { method: 'DELETE' })).status).toBe(404);
  expect((await importCsv(path, csv)).status).toBe(201);
  expect(await count(path)).toBe(250);
});

test('an undo takes back all rows of an import that took seconds', async () => {
  const { path } = await api.storage('slow', { is_softDelete: true });
  const records: { now: () => number } = api.services.records;
  const { now } = records;
  let millis = Date.now() - 3_600_000;
  records.now = () => (millis += 700);
  const { importId } = (await importCsv(path, 'n\n1\n2\n3\n4\n').finally(() => (records.now = now))).body.data;
  const list = (await api.call(path)).body.data;
  expect(list[0].updatedAt).not.toBe(list[0].createdAt);
  await api.call(`${path}/dataId/${list[1].id}`, { method: 'PATCH', body: { n: 20 } });
  await api.call(`${path}/dataId/${list[2].id}`, { method: 'DELETE' });
  await api.call(`${path}/dataId/${list[2].id}/restore`, { method: 'POST' });
  const undone = await api.call(`${path}/import/${importId}`, { method: 'DELETE' });
  expect(undone).toMatchObject({ status: 200, body: { data: { deleted: 2, kept: 2 } } });
  expect((await api.call(path)).body.data.map(({ n }: { n: number }) => n)).toEqual([20, list[2].n]);
});

test('a key names an import: with another file it is refused', async () => {
  const { path } = await api.storage('keyed');
  const headers = { 'idempotency-key': 'k1' };
  expect((await importCsv(path, 'a\n1\n', '', headers)).status).toBe(201);
  expect(await importCsv(path, 'a\n2\n', '', headers)).toMatchObject({ status: 409, body: { error: { code: 'idempotency-mismatch' } } });
});

test.each([
  [
    'application/json',
    '[{"a":1,"b":{"c":2,"d":[3,4]}},{"e":5}]',
    '[ {"b": {"d":[3,4],"c":2}, "a":1},\n {"e":5} ]',
    '[{"e":5},{"a":1,"b":{"c":2,"d":[3,4]}}]',
  ],
  ['application/x-ndjson', '{"a":1,"b":2}\n{"c":3}', '{"b":2, "a":1}\n\n{"c":3}\n', '{"c":3}\n{"a":1,"b":2}'],
])('under a key a file of type %s is the same by its meaning: members in another order, blanks', async (type, file, same, other) => {
  const { path } = await api.storage(`meant-${type.replaceAll(/\W/g, '-')}`);
  const headers = { 'idempotency-key': 'k1', 'content-type': type };
  const send = (body: string) => api.call(`${path}/import`, { body, headers });
  expect(await send(file)).toMatchObject({ status: 201, body: { data: { accepted: 2 } } });
  expect(await send(same)).toMatchObject({ status: 200, body: { data: { accepted: 2 } } });
  expect(await send(other)).toMatchObject({ status: 409, body: { error: { code: 'idempotency-mismatch' } } });
  expect(await count(path)).toBe(2);
});

test('of several files that come under one key at once, one is stored and the others are refused', async () => {
  const { path } = await api.storage('raced');
  const file = (first: number) => `n\n${Array.from({ length: 300 }, (_, i) => first + i).join('\n')}\n`;
  for (const key of ['k1', 'k2', 'k3', 'k4']) {
    const before = await count(path);
    const answers = await Promise.all([0, 1000, 2000].map((first) => importCsv(path, file(first), '', { 'idempotency-key': key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await count(path)).toBe(before + 300);
  }
});

test('a file part is read as well, and users keep their names to themselves', async () => {
  const { path } = await api.storage('users');
  const form = new FormData();
  form.append('file', new Blob(['username,password\nann,a-pass-p1\nAnn,a-pass-p2\nbob,00700709\n']), 'people.csv');
  expect(await api.call(`${path}/import?partial=true`, { body: form })).toMatchObject({
    status: 201,
    body: { data: { accepted: 2, errors: [{ row: 2, field: 'username' }] } },
  });
  expect((await api.call(`${path}/authenticate`, { body: { username: 'bob', password: '00700709' } })).status).toBe(200);
});

test('what the address and the form both say is one value, and a table in a form has the size of one without', async () => {
  const { path } = await api.storage('told-twice');
  const send = (content: string, fields: Record<string, string>, query = '') => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new File([content], 'a.csv'));
    return api.call(`${path}/import${query}`, { body: form });
  };
  expect((await send('a\n1\n', { dryRun: 'true', format: '' }, '?dryRun=true')).status).toBe(200);
  expect(await send('a\n1\n', { dryRun: 'false' }, '?dryRun=true')).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'dryRun' }] } },
  });
  const large = await send(`a\n${'x'.repeat(limits.importBody)}\n`, { dryRun: 'true' });
  expect([large.status, large.body.message]).toEqual([413, 'An import takes at most 10 MiB.']);
  expect(await count(path)).toBe(0);
});

test('an export of a storage without records knows no name that is misspelt', async () => {
  const { path } = await api.storage('empty');
  const asked = () => api.call(`${path}/export?format=csv&fields=name&nmae=x`);
  expect(await asked()).toMatchObject({ status: 200, text: 'name\r\n' });
  await api.call(path, { body: { name: 'x' } });
  expect((await asked()).status).toBe(400);
});

test('a file says by its name how it is read, and the form has the options of the address', async () => {
  const { path } = await api.storage('tables');
  const send = (file: File, fields: Record<string, string> = {}, query = '') => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    return api.call(`${path}/import${query}`, { body: form });
  };
  const latin = new File([new Uint8Array(Buffer.from('a;b\n1;caf\xe9\n', 'latin1'))], 'from-json.csv', { type: 'application/json' });
  const sample = (b: string) => ({ status: 200, body: { data: { rows: 1, sample: [{ a: 1, b }] } } });
  expect(await send(latin, { dryRun: 'true', encoding: 'windows-1252' })).toMatchObject(sample('café'));
  expect(await send(latin, {}, '?dryRun=true&encoding=iso-8859-1')).toMatchObject(sample('café'));
  expect(await send(new File(['a\tb\n1\tx, y\n'], 'list.tsv'), { dryRun: 'true' })).toMatchObject(sample('x, y'));
  expect(await send(new File(['a|b\n1|x;y\n'], 'list.txt'), { dryRun: 'true', delimiter: '|' })).toMatchObject(sample('x;y'));
  const wide = new File([new Uint8Array(Buffer.from('a,b\n1,日本\n', 'utf16le'))], 'list.csv', { type: 'text/csv; charset=utf-16le' });
  expect(await send(wide, { dryRun: 'true' })).toMatchObject(sample('日本'));
  const typed = new File([latin], latin.name, { type: 'text/csv; charset=ISO-8859-1' });
  expect(await send(typed, { dryRun: 'true' })).toMatchObject(sample('café'));
  expect(await send(typed, { dryRun: 'true', encoding: 'iso-8859-7' })).toMatchObject(sample('cafι'));
  expect(await send(typed, { dryRun: 'true', _charset_: 'utf-8' })).toMatchObject(sample('café'));
  const headers = { 'content-type': 'text/csv; charset=windows-1252' };
  const body = await fetch(`${api.origin}${path}/import?dryRun=true`, {
    method: 'POST',
    headers: { ...api.keyHeaders, ...headers },
    body: Buffer.from('a,b\n1,\x80\n', 'latin1'),
  });
  expect(await body.json()).toMatchObject({ data: { sample: [{ a: 1, b: '€' }] } });
  const refused = (field: string) => ({ status: 400, body: { error: { code: 'invalid-argument', details: [{ field }] } } });
  expect(await send(latin)).toMatchObject(refused('file'));
  expect(await send(latin, { encoding: 'klingon' })).toMatchObject(refused('encoding'));
  expect(await send(latin, { delimiter: 'ab', encoding: 'latin1' })).toMatchObject(refused('delimiter'));
  expect(await send(latin, { note: 'x' })).toMatchObject(refused('note'));
  expect(await send(latin, { dryRun: 'true' }, '?dryRun=false')).toMatchObject(refused('dryRun'));
  expect((await api.call(`${path}/count`)).body.data.count).toBe(0);
});

test.each([
  ['text/plain', 'a\n1\n', 415],
  ['text/csv', 'a\n"1\n', 400],
  ['text/csv', '', 400],
  ['application/json', '{', 400],
  ['text/csv', `a\n${'1\n'.repeat(limits.importRows + 1)}`, 413],
  ['text/csv', 'x'.repeat(limits.importBody + 1), 413],
])('%s that cannot be read answers an error and stores nothing', async (type, body, status) => {
  const { path } = await api.storage('bad');
  expect(await api.call(`${path}/import`, { method: 'POST', body, headers: { 'content-type': type } })).toMatchObject({
    status,
    body: { success: false },
  });
  expect(await count(path)).toBe(0);
});
