import type { Json } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { storageOfFirstForm, tokensIn } from '../../../../test/first-form.ts';
import { recordPath } from '../model/paths.ts';
import { writeCursor } from '../query/cursor.ts';
import { list } from '../query/list.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { runJobs } from '../jobs/run-jobs.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let old: Awaited<ReturnType<typeof storageOfFirstForm>>;
const by = { actor: 'tester' };
const values: readonly Json[] = [5, '5', '007', true, 'true', 'open', '10', 9, null];

beforeAll(async () => {
  data = await startDataServices();
  old = await storageOfFirstForm(
    data.services,
    values.map((v, i) => ({ v, n: i, word: i % 2 === 0 ? 'even' : 'odd', tags: ['5', 5, 'x'].slice(0, (i % 3) + 1) })),
  );
});
afterAll(() => data.stop());

async function answer(query: string) {
  const page = await list(data.services, await old.read(), parseListQuery(`${query}&limit=50`));
  return { ...page, values: page.found.map(({ fields }) => fields.v) };
}

test.each([
  ['v=5', ['5', 5]],
  ['v="5"', ['5']],
  ['v=true', ['true', true]],
  ['v="true"|9', [9, 'true']],
  ['v=open', ['open']],
  ['v<10', [9, 5]],
  ['v>"4"', ['open', 'true', '5']],
  ['v<"2"', ['10', '007']],
  ['v!=5', [null, 9, '10', 'open', 'true', true, '007']],
  ['tags=5&v=open', ['open']],
  ['tags="5"&v=10', ['10']],
])('records of the first form are found right by %s', async (query, expected) => {
  const page = await answer(query);
  expect(page.values).toEqual(expected);
  expect(page.total).toBe(expected.length);
  expect(page.warnings).toBeUndefined();
});

test('an order in which they may stand wrong says so, and one of plain words does not', async () => {
  const page = await answer('sortBy=v&sortOrder=asc');
  expect(page.found).toHaveLength(values.length);
  expect(page.warnings).toEqual([{ field: 'sortBy', message: expect.stringContaining('re-indexed') }]);
  expect((await answer('sortBy=word')).warnings).toBeUndefined();
  expect((await answer('sortBy=n')).warnings).toBeUndefined();
});

test('a list in such an order meets every record once, whichever form it has', async () => {
  const { services } = data;
  const { read } = await storageOfFirstForm(
    services,
    Array.from({ length: 40 }, (_, i) => ({ v: i % 2 === 0 ? i : String(i) })),
  );
  await createRecords(services, await read(), {
    inputs: Array.from({ length: 40 }, (_, i) => ({ v: i % 2 === 0 ? i : String(i) })),
    ...by,
  });
  for (const query of ['sortBy=v&sortOrder=asc&limit=7', 'sortBy=v&limit=7', 'sortBy=v&v!=6&limit=7']) {
    const asked = parseListQuery(query);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(services, await read(), { ...asked, ...(cursor ? { cursor } : {}) });
      seen.push(...page.found.map(({ id }) => id));
      cursor = page.next ? writeCursor({ secret: services.cursorSecret, storageId: (await read()).id }, asked, page.next) : undefined;
    } while (cursor && seen.length <= 100);
    expect([query, seen.length, new Set(seen).size]).toEqual([query, query.includes('!=') ? 78 : 80, query.includes('!=') ? 78 : 80]);
  }
});

test('an update leaves no token of the first form, and the index of a new record', async () => {
  const cases: readonly [before: Json, after: Json][] = [
    [
      ['5', 'x'],
      [5, 'x'],
    ],
    [
      [5, 'true'],
      ['5', true],
    ],
    [['5'], ['5']],
    [['5', 'true', 'y'], null],
  ];
  const { read, ids } = await storageOfFirstForm(
    data.services,
    cases.map(([tags]) => ({ tags, v: '12' })),
  );
  const fresh = await makeStorage(data.services);
  const made = await createRecords(data.services, await fresh(), { inputs: cases.map(([, tags]) => ({ tags, v: '12' })), ...by });
  for (const [i, [, tags]] of cases.entries()) {
    await updateRecord(data.services, await read(), { id: ids[i] ?? '', fields: { tags }, ...by });
    const { id } = await read();
    expect(await tokensIn(data.services, id, ids[i] ?? '')).toEqual(await tokensIn(data.services, (await fresh()).id, made[i]?.id ?? ''));
    const row = await data.services.store.get(recordPath(id, ids[i] ?? ''));
    expect(row?.data).toMatchObject({ iv: 2, idx: { f1: '12' } });
  }
});

test('an update of another field gives a record the tokens that the first form lacks', async () => {
  const { read, ids } = await storageOfFirstForm(data.services, [{ tags: ['5'], n: 1 }]);
  await updateRecord(data.services, await read(), { id: ids[0] ?? '', fields: { n: 2 }, ...by });
  const found = async (query: string) => (await list(data.services, await read(), parseListQuery(query))).total;
  expect([await found('tags="5"'), await found('tags=5&n=2')]).toEqual([1, 1]);
});

test('the first query begins a job that gives each record the index of today, and nothing else', async () => {
  const { services } = data;
  const inputs = [...values, ...values].map((v, i) => ({ v, tags: [v, String(i), i] }));
  const { read, ids } = await storageOfFirstForm(services, inputs);
  const { id } = await read();
  const documents = () => Promise.all(ids.map((one) => services.store.get(recordPath(id, one))));
  const before = await documents();
  const asked = async (query: string) =>
    (await list(services, await read(), parseListQuery(`${query}&limit=50`))).found.map((one) => one.id);
  const queries = ['v=5', 'v="5"', 'v<10', 'v>"4"', 'tags="5"', 'tags=true', 'v!=5'];
  const answers = await Promise.all(queries.map(asked));
  expect(await listJobs(services, id)).toMatchObject([{ kind: 'reindex', state: 'running' }]);
  await updateRecord(services, await read(), { id: ids[0] ?? '', fields: { v: 5, tags: ['5'] }, ...by });
  await updateRecord(services, await read(), { id: ids[0] ?? '', fields: inputs[0] ?? {}, ...by });

  await runJobs(services, jobKinds, Date.now() + 60_000);

  expect(await listJobs(services, id)).toMatchObject([{ kind: 'reindex', state: 'done', seen: ids.length, changed: ids.length - 1 }]);
  expect((await read()).data.indexForm).toBe(2);
  const fresh = await makeStorage(services);
  const made = await createRecords(services, await fresh(), { inputs, ...by });
  const after = await documents();
  for (const [i, row] of after.entries()) {
    expect(await tokensIn(services, id, ids[i] ?? '')).toEqual(await tokensIn(services, (await fresh()).id, made[i]?.id ?? ''));
    const twin = await services.store.get(recordPath((await fresh()).id, made[i]?.id ?? ''));
    expect([row?.data.iv, row?.data.idx]).toEqual([2, twin?.data.idx]);
  }
  const told = (rows: typeof after) => rows.slice(1).map((row) => [row?.data.data, row?.data.updatedAt]);
  expect(told(after)).toEqual(told(before));
  expect(await Promise.all(queries.map(asked))).toEqual(answers);
  const sorted = await list(services, await read(), parseListQuery('sortBy=v&sortOrder=asc&limit=50'));
  expect(sorted.warnings).toBeUndefined();
  expect(sorted.found.slice(0, 4).map(({ fields }) => fields.v)).toEqual([true, true, 5, 5]);
});
