import type { Json } from '@bedplate/contract';
import { agedRecord } from '@bedplate/functions/test/aged-record.ts';
import { FieldValue } from 'firebase-admin/firestore';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { aDeclaredStorage, type DeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject } from '../support/personas.ts';
import { database } from '../support/target.ts';

/** Records as version 0.1.0 left them answer through the data API as others do, before their indexes are rebuilt and afterwards. */

const values: readonly Json[] = [5, '5', '007', 7, true, 'true', 'TRUE', '1.10', '1.1', 'null', '10', 9, 'oak', null];
const records = values.map((v, n) => ({ v, n, tags: [['5', 'x'], [5], ['07', true], ['7', 'true']][n % 4] as Json }));

/** By the places of `records`. */
const queries: readonly (readonly [query: string, found: readonly number[]])[] = [
  ['v=5', [0, 1]],
  ['v="5"', [1]],
  ['v=007', [2]],
  ['v=7', [3]],
  ['v=true', [4, 5]],
  ['v="true"', [5]],
  ['v=TRUE', [6]],
  ['v=1.10', [7]],
  ['v=1.1', [8]],
  ['v="null"', [9]],
  ['v=null', [13]],
  ['v<10', [0, 3, 11]],
  ['v<"2"', [2, 7, 8, 10]],
  ['v!=5&n<4', [2, 3]],
  ['v~0', [2, 7, 10]],
  ['or=(v=7,v="10")', [3, 10]],
  ['tags=5', [0, 1, 4, 5, 8, 9, 12, 13]],
  ['tags="5"', [0, 4, 8, 12]],
  ['tags=7', [3, 7, 11]],
  ['tags="true"&n<8', [3, 7]],
];

let admin: Admin;
let storage: DeclaredStorage;
const ids: string[] = [];
const path = () => `storages/${storage.storageId}`;
const found = async (query: string) => (await storage.list(`${query}&limit=50`)).map(({ n }) => Number(n)).toSorted((a, b) => a - b);
const isRebuilt = async () => (await database().doc(path()).get()).get('indexForm') !== undefined;

beforeAll(async () => {
  admin = await anAdmin();
  storage = await aDeclaredStorage(admin, { projectId: (await aProject(admin)).id, storageKey: 'old' });
  ids.push(...(await storage.add(records)).map(({ id }) => id));
  const known = (await database().doc(path()).get()).data() as Parameters<typeof agedRecord>[0];
  const batch = database().batch();
  batch.update(database().doc(path()), { indexForm: FieldValue.delete() });
  for (const [n, id] of ids.entries()) batch.update(database().doc(`${path()}/records/${id}`), agedRecord(known, records[n] ?? {}));
  await batch.commit();
});

test('each query finds the same before the rebuild, after a change of a list, and after the rebuild', async () => {
  for (const [query, expected] of queries) expect([query, await found(query)]).toEqual([query, expected]);
  expect((await storage.send({ tags: ['y', '08'] }, `/dataId/${ids[0]}`, 'PATCH')).status).toBe(200);
  const changed: typeof queries = [
    ['tags=x', [4, 8, 12]],
    ['tags=5', [1, 4, 5, 8, 9, 12, 13]],
    ['tags="5"', [4, 8, 12]],
    ['tags=08', [0]],
    ['tags=y', [0]],
  ];
  for (const [query, expected] of changed) expect([query, await found(query)]).toEqual([query, expected]);
  // A list in an order of mixed values says so until the rebuild is through, and a job shows how far it is.
  await expect.poll(isRebuilt, { timeout: 80_000 }).toBe(true);
  const { data } = await mustCall<{ data: { kind: string; state: string }[] }>({ path: `${storage.console}/jobs`, token: admin.token });
  expect(data).toMatchObject([{ kind: 'reindex', state: 'done' }]);
  const after = queries.filter(([query]) => !query.startsWith('tags'));
  for (const [query, expected] of [...after, ...changed]) expect([query, await found(query)]).toEqual([query, expected]);
  const { body } = await storage.ask('?sortBy=v&sortOrder=asc&limit=50&v!=null');
  const order = body.data.map(({ v }) => (v === 'TRUE' ? 'true' : v)); // the two are side by side
  expect(order).toEqual([true, 5, 7, 9, '007', '1.1', '1.10', '10', '5', 'null', 'oak', 'true', 'true']);
  expect(body).not.toHaveProperty('warnings');
});
