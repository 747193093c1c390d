import { type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { namedKey } from '../../../test/named-key.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function storageWith(state?: SchemaState) {
  const storage = await api.storage('prices');
  if (state)
    await saveSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: storage.id },
      change: {
        version: 0,
        schema: StorageSchema.parse({
          fields: {
            name: { type: 'text' },
            day: { type: 'date' },
            at: { type: 'dateTime', zone: 'Europe/Berlin' },
            size: { type: 'number' },
            open: { type: 'boolean' },
            stars: { type: 'number', max: 5 },
            rate: { type: 'decimal', scale: 1 },
            tags: { type: 'list', of: 'text', maxLength: 1 },
          },
        }),
        state,
      },
    });
  return {
    ...storage,
    import: (csv: string, query = '', headers = {}) =>
      api.call(`${storage.path}/import${query}`, { body: csv, headers: { 'content-type': 'text/csv', ...headers } }),
    values: async (name: string) =>
      (await api.call(`${storage.path}?sortBy=createdAt&sortOrder=asc&limit=50`)).body.data.map(
        (record: Record<string, unknown>) => record[name],
      ),
    sum: async (name: string) => (await api.call(`${storage.path}/aggregate?op=sum:${name}`)).body.data.sum[name],
  };
}

test.each([undefined, 'learn'] as const)(
  'a column of amounts keeps its zeros and has an exact sum: it is declared as decimals (%s)',
  async (state) => {
    const storage = await storageWith(state);
    const csv = 'name,price\nA,10.00\nB,9.50\nC,0.10\n';
    const dry = await storage.import(csv, '?dryRun=true');
    expect(dry.body).toMatchObject({ message: expect.stringContaining('decimals: price'), data: { sample: [{ price: '10.00' }, {}, {}] } });
    expect((await storage.read()).data.fields).not.toMatchObject({ f1: { declared: { type: 'decimal' } } });
    expect((await storage.import(csv)).status).toBe(201);
    expect([(await storage.values('price')).sort(), await storage.sum('price')]).toEqual([['0.10', '10.00', '9.50'], '19.60']);
    expect((await api.call(`${storage.path}?price=9.5`)).body.data).toMatchObject([{ name: 'B' }]);
    expect((await api.call(`${storage.path}?price<10`)).body.data).toHaveLength(2);
    await storage.import('name,price\nD,12.5\n');
    expect(await storage.sum('price')).toBe('32.10');
  },
);

test('a column goes to the field of its name, however either spells its accents', async () => {
  const [composed, apart] = [await storageWith(), await storageWith()];
  await api.call(composed.path, { body: { café: 'a' } });
  await composed.import('cafe\u0301\nb\n');
  expect((await composed.values('café')).sort()).toEqual(['a', 'b']);
  await api.call(apart.path, { body: { 'cafe\u0301': 'a' } });
  await apart.import('café\nb\n');
  expect((await apart.values('cafe\u0301')).sort()).toEqual(['a', 'b']);
});

test('amounts of a field that has values, or whose storage is past learning, are numbers as far as those hold them', async () => {
  const known = await storageWith();
  await api.call(known.path, { body: { price: 5 } });
  await known.import('price\n10.00\n9.50\n');
  expect(await known.sum('price')).toBe(24.5);
  const warned = await storageWith('warn');
  await warned.import('price,long\n10.00,1234567890123.000001\n9.50,1234567890123.000002\n');
  expect([await warned.sum('price'), (await warned.values('long')).sort()]).toEqual([
    19.5,
    ['1234567890123.000001', '1234567890123.000002'],
  ]);
  expect((await warned.read()).data.schema?.version).toBe(1);
});

test('a named key stores amounts, and declares nothing', async () => {
  const storage = await storageWith();
  const { headers } = await namedKey(api, { verbs: ['create'] });
  expect((await storage.import('price\n10.00\n9.50\n', '', headers)).status).toBe(201);
  expect([(await storage.read()).data.schema, await storage.sum('price')]).toEqual([undefined, 19.5]);
});

test.each([
  ['1,5\n-2\n"1.234,50"', '', ['1,5', '-2', '1.234,50'], 'decimalComma=true'],
  ['1,5\n-2\n"1.234,5"', '?decimalComma=true', [1.5, -2, 1234.5], undefined],
  ['1,50\n2,00', '?decimalComma=true', ['1.50', '2.00'], undefined],
  ['1,5\nx', '?decimalComma=true', ['1,5', 'x'], 'v holds values of several kinds: 1 of 2 cells are alike, "x" is not.'],
  ['1,5\nx', '?decimalComma=true&types=cells', [1.5, 'x'], undefined],
  ['12\nn/a\n7\nTRUE', '', ['12', 'n/a', '7', 'TRUE'], '2 of 4 cells are alike, "n/a" is not. It is stored as text'],
  ['12\nn/a\n7\ntrue', '?types=cells', [12, 'n/a', 7, true], undefined],
  ['12\nn/a', '?types=text', ['12', 'n/a'], undefined],
  ['10.00\n9.50\n-', '', ['10.00', '9.50', '-'], '2 of 3 cells are alike, "-" is not'],
  ['01067\nD-1067', '', ['01067', 'D-1067'], undefined],
  ['03/04/2026\n01/02/2026', '', ['03/04/2026', '01/02/2026'], 'dateOrder=dmy or dateOrder=mdy'],
  ['03/04/2026\n13/04/2026', '', ['03/04/2026', '13/04/2026'], 'Send dateOrder=dmy for'],
  ['03/04/2026\n13/04/2026', '?dateOrder=dmy', ['2026-04-03', '2026-04-13'], undefined],
  ['03/04/2026\n13/04/2026', '?dateOrder=mdy', ['03/04/2026', '13/04/2026'], 'Send dateOrder=dmy for'],
  ['03.04.2026', '?dateOrder=mdy', ['2026-03-04'], undefined],
  ['2026-03-29\n03/04/2026', '', ['2026-03-29', '03/04/2026'], 'in neither order'],
  ['31/02/2026', '?dateOrder=dmy', ['31/02/2026'], 'in neither order'],
  ['03/25/2026\n25/06/2026', '?dateOrder=dmy', ['03/25/2026', '25/06/2026'], 'in neither order'],
  ['31.12.2025 14:30\n01.02.2025 9:05:07', '', ['31.12.2025 14:30', '01.02.2025 9:05:07'], 'Send dateOrder=dmy for'],
  ['31.12.2025 14:30\n01.02.2025 9:05:07', '?dateOrder=dmy', ['2025-12-31T14:30', '2025-02-01T09:05:07'], 'Send zone='],
  ['"12/31/2025, 2:30 PM"\n1/2/2025 12:00 am', '?dateOrder=mdy', ['2025-12-31T14:30', '2025-01-02T00:00'], 'Send zone='],
  [
    '31.12.2025 14:30\n01.07.2025 9:05:07',
    '?dateOrder=dmy&zone=Europe/Berlin',
    ['2025-12-31T13:30:00Z', '2025-07-01T07:05:07Z'],
    undefined,
  ],
  ['31.12.2025 14:30', '?zone=Europe/Berlin', ['31.12.2025 14:30'], 'Send dateOrder=dmy for'],
  ['2025-12-31 14:30\n2025-07-01T09:05:07.25', '', ['2025-12-31 14:30', '2025-07-01T09:05:07.25'], 'Send zone='],
  ['2025-12-31 14:30\n2025-07-01T09:05:07.25', '?zone=Europe/Berlin', ['2025-12-31T13:30:00Z', '2025-07-01T07:05:07.25Z'], undefined],
  ['2025-12-31 14:30', '?types=text', ['2025-12-31 14:30'], undefined],
  ['2025-12-31T14:30:00+01:00', '?zone=Europe/Berlin', ['2025-12-31T14:30:00+01:00'], undefined],
  ['2025-03-30 02:30\n2025-03-30 04:30', '?zone=Europe/Berlin', ['2025-03-30 02:30', '2025-03-30 04:30'], 'clocks of the zone skip'],
  ['31.12.2025 24:30', '?dateOrder=dmy', ['31.12.2025 24:30'], 'in neither order'],
  ['31.12.2025 13:30 PM', '?dateOrder=dmy', ['31.12.2025 13:30 PM'], 'in neither order'],
  ['1,234\n5,678', '', ['1,234', '5,678'], 'more than a thousand'],
])('a column of %j with %s is stored as %j, and it says what to send', async (cells, query, stored, advice) => {
  const storage = await storageWith();
  const { status, body } = await storage.import(
    `name;v\n${cells
      .split('\n')
      .map((cell, i) => `n${i};${cell}`)
      .join('\n')}\n`,
    query,
  );
  expect(status).toBe(201);
  expect((await storage.values('v')).sort()).toEqual([...stored].sort());
  const told = ((body.warnings ?? []) as { field: string; message: string }[]).map(({ field, message }) => [
    field,
    message.includes(advice ?? ' '),
  ]);
  expect(told).toEqual(advice === undefined ? [] : [['v', true]]);
});

test('a day with a time goes into a field of times as of the zone of that field', async () => {
  const storage = await storageWith('enforce');
  const { status, body } = await storage.import('name,at\na,31.12.2025 14:30\n', '?dateOrder=dmy');
  expect([status, body.warnings]).toEqual([201, undefined]);
  expect((await api.call(`${storage.path}?at=2025-12-31T13:30Z`)).body.data).toHaveLength(1);
});

test('a column whose dot shortens a word is told by the name of its field', async () => {
  const { path } = await api.storage('prices');
  const csv = { body: 'Art.-Nr;Preis.netto\nA-1;5\n', headers: { 'content-type': 'text/csv' } };
  const told = [
    { field: 'Art-Nr', message: "The column Art.-Nr is stored as the field Art-Nr: a dot in a field's name leads to a member." },
  ];
  for (const query of ['?dryRun=true', '']) {
    const { body } = await api.call(`${path}/import${query}`, csv);
    expect(body.warnings).toEqual(told);
  }
  expect((await api.call(path)).body.data).toMatchObject([{ 'Art-Nr': 'A-1', Preis: { netto: 5 } }]);
});

test('a number behind a dot is a member, as an export writes it', async () => {
  const [old, fresh] = [await storageWith(), await storageWith()];
  await api.call(old.path, { body: { prices: { '2026': 5 } } });
  const csv = (await api.call(`${old.path}/export?fields=prices.2026`)).text;
  expect((await fresh.import(csv)).body.warnings).toBeUndefined();
  expect(await fresh.values('prices')).toEqual([{ '2026': 5 }]);
});

test('a zone that is none is refused', async () => {
  const storage = await storageWith();
  expect((await storage.import('a\nx\n', '?zone=Mars/Base')).body.error).toMatchObject({ details: [{ field: 'zone' }] });
});

test('times of a declared field are read by the zone that is sent', async () => {
  const storage = await api.storage('moments');
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, schema: StorageSchema.parse({ fields: { at: { type: 'dateTime' } } }), state: 'enforce' },
  });
  const send = (query: string) =>
    api.call(`${storage.path}/import${query}`, { body: 'at\n31.12.2025 14:30\n', headers: { 'content-type': 'text/csv' } });
  expect((await send('')).status).toBe(400);
  expect((await send('?dateOrder=dmy&zone=Europe/Berlin')).status).toBe(201);
  expect((await api.call(storage.path)).body.data).toMatchObject([{ at: '2025-12-31T13:30:00Z' }]);
});

test.each([
  ['text/csv', 'id,n,is_deleted\nold-1,1,false\nold-2,2,TRUE\n'],
  ['application/x-ndjson', '{"id":"old-1","n":1,"is_deleted":false}\n{"id":"old-2","n":2,"is_deleted":true}\n'],
])('records that had been deleted are counted, since an import makes them live (%s)', async (type, body) => {
  const { path } = await api.storage('copies', { is_softDelete: true });
  const { status, body: answer } = await api.call(`${path}/import?ids=keep`, { body, headers: { 'content-type': type } });
  expect([status, answer.warnings]).toEqual([201, [{ field: 'is_deleted', message: expect.stringContaining('1 record of the file') }]]);
  expect((await api.call(`${path}/dataId/old-2`)).body.data).toMatchObject({ n: 2, is_deleted: false });
});

test.each([
  ['text/csv', 'id,photo,file_metadata.photo.name\nold-1,https://files.example/a.png,a.png\n'],
  ['application/x-ndjson', '{"id":"old-1","photo":"https://files.example/a.png","file_metadata":{"photo":{"name":"a.png"}}}\n'],
])('what an export tells of files is left out when it comes back, which is told (%s)', async (type, body) => {
  const { path } = await api.storage('albums', {});
  const { status, body: answer } = await api.call(`${path}/import?ids=keep`, { body, headers: { 'content-type': type } });
  expect([status, answer.warnings]).toEqual([201, [{ field: 'file_metadata', message: expect.stringContaining('is left out') }]]);
  expect((await api.call(`${path}/dataId/old-1`)).body.data).toMatchObject({ photo: 'https://files.example/a.png' });
});

test.each([
  ['text/csv', 'title,no,by\nA,7,me\nB,8,me\n'],
  ['application/x-ndjson', '{"title":"A","no":"7","by":"me"}\n{"title":"B"}\n'],
])('what the server computes is left out of an export that comes back, which is told (%s)', async (type, body) => {
  const storage = await api.storage('numbered');
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: {
      version: 0,
      schema: StorageSchema.parse({
        fields: { no: { type: 'integer', computed: 'counter' }, by: { type: 'text', computed: 'createdBy' } },
      }),
      state: 'enforce',
    },
  });
  const { status, body: answer } = await api.call(`${storage.path}/import`, { body, headers: { 'content-type': type } });
  expect([status, answer.warnings]).toMatchObject([
    201,
    [{ field: 'no', message: 'no of the file is left out: the server sets it in each new record.' }, { field: 'by' }],
  ]);
  const { data } = (await api.call(`${storage.path}?sortBy=title&sortOrder=asc`)).body;
  expect(data.map(({ title, by }: { title: string; by: string }) => [title, by === 'me'])).toEqual([
    ['A', false],
    ['B', false],
  ]);
  expect(new Set(data.map(({ no }: { no: string }) => no)).size).toBe(2);
});

test('declared fields are read as the file is written, and a cell that is none is refused', async () => {
  const storage = await storageWith('enforce');
  const csv = 'name;size;day\n1,5;1,5;03/04/2026\n';
  const refused = await storage.import(csv);
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        details: [
          { field: expect.stringMatching(/rows\[1\]\.(size|day)/) },
          { field: 'size', message: expect.stringContaining('decimalComma=true') },
          { field: 'day', message: expect.stringContaining('dateOrder=dmy or dateOrder=mdy') },
        ],
      },
    },
  });
  expect((await storage.import(csv, '?decimalComma=true&dateOrder=dmy')).status).toBe(201);
  expect([await storage.values('name'), await storage.values('size'), await storage.values('day')]).toEqual([
    ['1,5'],
    [1.5],
    ['2026-04-03'],
  ]);
  expect((await storage.import(csv, '?dateOrder=ymd')).body.error).toMatchObject({ details: [{ field: 'dateOrder' }] });
});

test('amounts and days as people read them are warned of, and a type that says header=absent is refused', async () => {
  const storage = await storageWith();
  const told = await storage.import('price,day,w\n"1,234.50",2026/03/29,1\n');
  expect(told).toMatchObject({
    status: 201,
    body: {
      warnings: [
        { field: 'price', message: expect.stringContaining('1234.5') },
        { field: 'day', message: expect.stringContaining('2026-03-29') },
      ],
    },
  });
  expect(await storage.import('1,2\n3,4\n', '', { 'content-type': 'text/csv; header=absent' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('header=absent') },
  });
  expect((await storage.import('a,b\n1,2\n', '', { 'content-type': 'text/csv; header=present' })).status).toBe(201);
});

test('cells outside of the bounds of their field are values of its type, and the bound is told', async () => {
  const storage = await storageWith('warn');
  const told = await storage.import('stars;rate;tags\n9;1.234,25;"a;b"\n', '?decimalComma=true');
  expect(told.body.warnings).toMatchObject([
    { field: 'rows[1].stars', message: 'stars must be at most 5.' },
    { field: 'rows[1].rate', message: 'rate must be a decimal with at most 1 decimal.' },
    { field: 'rows[1].tags', message: 'tags must be a list of at most 1 element.' },
  ]);
  expect([await storage.values('stars'), await storage.values('rate'), await storage.values('tags')]).toEqual([
    [9],
    ['1234.25'],
    [['a', 'b']],
  ]);
});

test('an export comes back as it was into a storage with the same fields', async () => {
  const [from, to] = [await storageWith('learn'), await storageWith('learn')];
  const records = [
    { name: '=1+1', rate: '-2.50', size: -3 },
    { name: "'=1", rate: '0.5' },
  ];
  await api.call(from.path, { body: records });
  const { text } = await api.call(`${from.path}/export?format=csv&fields=name,rate,size`);
  expect(text).toContain("'=1+1,-2.50,-3");
  expect((await to.import(text)).status).toBe(201);
  // An export begins with the newest.
  for (const name of ['name', 'rate', 'size']) expect((await to.values(name)).toReversed()).toEqual(await from.values(name));
});

test('words for true and false are warned of, and read where the field is declared', async () => {
  const [plain, declared] = [await storageWith(), await storageWith('learn')];
  const csv = 'open,w\nWAHR,1\nFALSCH,2\n';
  expect((await plain.import(csv)).body.warnings).toMatchObject([{ field: 'open', message: expect.stringContaining('true and false') }]);
  expect((await declared.import(csv)).body.warnings).toBeUndefined();
  expect([await plain.values('open'), await declared.values('open')]).toEqual([
    ['WAHR', 'FALSCH'],
    [true, false],
  ]);
});

test('values of another type are told also where a schema learns, and what breaks other rules is not', async () => {
  const storage = await storageWith('learn');
  const csv = 'name,size,rate,stars\nA,1.5,0.5,3\nB,"1,5",0.25,9\nC,,n/a,1\n';
  const warnings = [
    { field: 'size', message: expect.stringContaining('decimalComma=true') },
    { field: 'rows[2].size', message: expect.stringContaining('size must be a number') },
    { field: 'rows[3].rate', message: expect.stringContaining('rate must be a decimal') },
  ];
  const tried = (await storage.import(csv, '?dryRun=true')).body;
  expect([tried.warnings, tried.message]).toEqual([warnings, expect.stringContaining('rows that do not fit the fields: 2')]);
  const stored = (await storage.import(csv)).body;
  expect([stored.warnings, stored.message]).toEqual([warnings, expect.stringContaining('rows that do not fit the fields: 2')]);
  expect(await storage.values('size')).toEqual(expect.arrayContaining([1.5, '1,5']));
});

test('a list that was saved as the API answers it is one record, and says where the records are', async () => {
  const storage = await storageWith();
  const answer = JSON.stringify({ success: true, data: [{ a: 1 }, { a: 2 }] });
  expect(await storage.import(answer, '?dryRun=true', { 'content-type': 'application/json' })).toMatchObject({
    body: { data: { rows: 1 }, warnings: [{ field: 'file', message: expect.stringContaining('in data') }] },
  });
});
