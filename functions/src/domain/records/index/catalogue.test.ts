import { afterAll, beforeAll, expect, test } from 'vitest';
import { Timestamp } from '../../../store/model/values.ts';
import { type Catalogue, growth, isSurelyAbsent, newEntries } from './catalogue.ts';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { list } from '../query/list.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { createRecords } from '../write/create-records.ts';
import { updateRecord } from '../write/change-record.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const by = { actor: 'tester' };

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

test('a catalogue stays within a part of its document, whatever the names, and everything goes on', async () => {
  const read = await makeStorage(data.services);
  const long = (i: number) => String(i).padStart(4, '0') + '😀'.repeat(98);
  for (let first = 0; first < 900; first += 100) {
    const inputs = Array.from({ length: 50 }, (_, i) => {
      const [a, b] = [long(first + i), long(first + i + 50)];
      return { [a]: { [a]: { [a]: 1 } }, [b]: { [b]: { [b]: 1 } } };
    });
    for (const part of [inputs.slice(0, 25), inputs.slice(25)]) await createRecords(data.services, await read(), { inputs: part, ...by });
  }
  const storage = await read();
  expect(Buffer.byteLength(JSON.stringify(storage.data.fields))).toBeLessThan(600 * 1024);
  expect(storage.data.profile.wide).toBe(true);

  // A new field, another type of a known one, and the storage's own settings.
  const [record] = await createRecords(data.services, storage, {
    inputs: [{ fresh: 'x', [long(0)]: { [long(0)]: { [long(0)]: 1 } } }],
    ...by,
  });
  const id = record?.id ?? '';
  await updateRecord(data.services, await read(), { id, fields: { [long(0)]: { [long(0)]: { [long(0)]: 'text' } } }, ...by });
  await databaseOf(data.services.store)
    .doc(`storages/${storage.id}`)
    .update({ storageName: 'x'.repeat(100_000) });
  const { found } = await list(data.services, await read(), parseListQuery('fresh=x'));
  expect(found.map((candidate) => candidate.id)).toEqual([id]);
});

test('a thousand fields have codes, and a name beyond them may be that of a field', () => {
  const now = Timestamp.fromMillis(0);
  const leaves = Array.from({ length: 1001 }, (_, i) => ({ path: [`f${i}`], type: 'number' as const, value: i }));
  const thousand = growth({}, leaves, now) ?? {};
  expect(Object.keys(thousand)).toHaveLength(1000);
  expect(growth(thousand, leaves, now)).toBeNull();
  expect(newEntries(thousand, [{ path: ['g'], types: ['number'], firstSeen: now }])).toEqual({});
  const known = { byPath: new Map(), fields: [], wide: false } as unknown as Catalogue; // what is asked of it
  expect(isSurelyAbsent({ ...known, size: 999 }, 'a.b.c')).toBe(true);
  expect(isSurelyAbsent({ ...known, size: 1000 }, 'a.b.c')).toBe(false);
  expect(isSurelyAbsent({ ...known, size: 999 }, 'a.b.c.d')).toBe(false);
});

test('declared fields have codes as far as their names have room', () => {
  const wanted = Array.from({ length: 600 }, (_, i) => ({
    path: [String(i).padStart(1000, 'x')],
    types: [],
    firstSeen: Timestamp.fromMillis(0),
  }));
  expect(Buffer.byteLength(JSON.stringify(newEntries({}, wanted)))).toBeLessThan(600 * 1024);
});
