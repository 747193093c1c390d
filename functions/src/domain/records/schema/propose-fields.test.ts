import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { createRecords } from '../write/create-records.ts';
import { proposeFields } from './propose-fields.ts';
import { saveSchema } from './save-schema.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const place = (storageId: string) => ({ projectId: 'p1', storageId });

async function storageOf(key: string, inputs: readonly unknown[]) {
  const { id, read } = await api.storage(key);
  for (let i = 0; i < inputs.length; i += 100)
    await createRecords(api.services.records, await read(), { inputs: inputs.slice(i, i + 100), actor: 'tester' });
  return id;
}

const proposal = async (id: string) =>
  Object.fromEntries((await proposeFields(api.services, admin, place(id))).map(({ name, ...rest }) => [name, rest]));

test('stored values say what the fields are, and which of them disagree', async () => {
  const id = await storageOf('proposed', [
    { title: 'Lamp', price: '12.50', made: '2026-03-29', mail: 'a@b.cd', open: true, agent: '007', tags: ['a'], at: { lat: 1, lng: 2 } },
    { title: 'Desk', price: '9', made: '2026-03-30', mail: 'c@d.ef', open: false, agent: '12', tags: [], at: { lat: 3, lng: 4 } },
    { title: 'Chair', price: '8.00', made: '2026-03-31', mail: 'e@f.gh', open: 'yes', agent: '13', tags: ['b'], size: { w: 1 }, n: 5 },
    { title: null, n: '12.50', any: 1 },
    { n: 6, any: 'a' },
    { any: true },
  ]);
  expect(await proposal(id)).toMatchObject({
    title: { field: { type: 'text' }, disagreeing: 0 },
    price: { field: { type: 'decimal' }, disagreeing: 0, examples: [] },
    made: { field: { type: 'date' } },
    mail: { field: { type: 'email' } },
    open: { field: { type: 'boolean' }, disagreeing: 1, examples: [{ value: 'yes' }] },
    agent: { field: { type: 'text' } },
    tags: { field: { type: 'list', of: 'text' } },
    at: { field: { type: 'geo' } },
    size: { field: { type: 'json' } },
    n: { field: { type: 'number' }, disagreeing: 1, examples: [{ value: '12.50' }] },
    any: { field: { type: 'json' }, disagreeing: 0 },
  });
});

test('of a large storage the index counts what disagrees, for a read or two', async () => {
  const inputs = Array.from({ length: 900 }, (_, n) => ({ n: n < 40 ? `about ${n}` : n, title: 'x' }));
  const id = await storageOf('large', inputs);
  const meter = newMeter();
  const proposed = await withMeter(meter, () => proposal(id));
  expect(proposed).toMatchObject({ n: { field: { type: 'number' }, disagreeing: 40 }, title: { disagreeing: 0 } });
  expect(proposed.n?.examples).toHaveLength(5);
  expect(meter.reads).toBeLessThanOrEqual(320);
});

test('words among dates, decimals and addresses are found wherever they are, and a count of such fields is the least', async () => {
  const odd = { day: 'soon', at: '-', price: 'free', link: 'none', mail: 'nobody', title: 5 };
  const good = { day: '2026-03-29', at: '2026-03-29T10:00:00Z', price: '-1.50', link: 'https://a.b', mail: 'a@b.cd', title: 'x' };
  const id = await storageOf('words', [odd, ...Array.from({ length: 400 }, () => good)]);
  expect(await proposal(id)).toMatchObject({
    day: { disagreeing: 1, isExact: false, examples: [{ value: 'soon' }] },
    at: { disagreeing: 1, isExact: false, examples: [{ value: '-' }] },
    price: { disagreeing: 1, isExact: false, examples: [{ value: 'free' }] },
    link: { disagreeing: 1, isExact: false, examples: [{ value: 'none' }] },
    mail: { disagreeing: 0, isExact: false },
    title: { disagreeing: 1, isExact: true },
  });
});

test('declared fields are proposed no more', async () => {
  const id = await storageOf('declared', [{ title: 'Lamp', price: 5 }]);
  const schema = StorageSchema.parse({ fields: { title: { type: 'text' } } });
  await saveSchema(api.services, { caller: admin, path: place(id), change: { version: 0, schema, state: 'learn' } });
  expect(Object.keys(await proposal(id))).toEqual(['price']);
});
