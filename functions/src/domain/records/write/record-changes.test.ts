import { documentPath } from '../../../store/model/collection.ts';
import { decodeFields, type Json } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { optimisticTransaction } from '../../../store/optimistic-transaction.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { create, update, type Write } from '../../../store/model/writes.ts';
import { catalogueOf } from '../index/catalogue.ts';
import { createRecords } from './create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from './change-record.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { getRecord } from '../query/get-record.ts';
import { indexRecord } from '../index/index-record.ts';
import { typedForms } from '../index/typed-forms.ts';
import { recordPath } from '../model/paths.ts';
import { bodyFields } from './record-changes.ts';
import { writeRecords } from './write-records.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const by = { actor: 'tester' };

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

/** The stored index, and the one that a new record with these fields would get. */
async function indexes(storage: StorageRow, id: string) {
  const row = await data.services.store.get(recordPath(storage.id, id));
  if (!row) throw new Error('The record is gone.');
  const fields = decodeFields(row.data.data);
  const { idx, known } = row.data;
  const tokens = Object.keys(row.data).filter((name) => name !== 'idx' && !bodyFields.includes(name));
  const fresh = indexRecord(catalogueOf(storage.data), fields, { forms: typedForms });
  return [
    { idx, known, tokens: tokens.toSorted() },
    { idx: fresh.idx, known: fresh.known, tokens: fresh.tokens.toSorted() },
  ];
}

const changes: Record<string, Json>[] = [
  { title: 'Oak chair no 8' },
  { title: 'Chêne, façon Ωδός' },
  { title: 'oak chair no 8' },
  { amount: 12.5 },
  { tags: ['a', 'b', 3] },
  { tags: ['b', true] },
  { title: 'x'.repeat(300) },
  { title: null },
  { address: { city: 'Köln', zip: 50667 } },
  { title: 'Steel lamp', amount: '12.5' },
  { address: { city: 'Köln' }, later: 'a field that no record had' },
  { tags: Array.from({ length: 101 }, (_, i) => i) },
  { tags: [] },
  { amount: null, later: null },
];

test('after each change a record has the index that a new record with its fields would have', async () => {
  const read = await makeStorage(data.services, { is_softDelete: true });
  const [one, two] = await createRecords(data.services, await read(), {
    inputs: [{ title: 'Oak chair', amount: 1 }, { title: 'Mug' }],
    ...by,
  });
  const [a = '', b = ''] = [one?.id, two?.id];
  for (const fields of changes) {
    await updateRecord(data.services, await read(), { id: a, fields, ...by });
    const [stored, fresh] = await indexes(await read(), a);
    expect(stored).toEqual(fresh);
  }
  for (const fields of changes) {
    const storage = await read();
    const write = (id: string) => ({
      op: 'update' as const,
      id,
      storage,
      input: { fields, password: undefined, operations: new Map() },
      where: '',
    });
    await writeRecords(data.services, [write(a), write(b)], by);
    for (const id of [a, b]) {
      const [stored, fresh] = await indexes(storage, id);
      expect(stored).toEqual(fresh);
    }
  }
  await deleteRecord(data.services, await read(), { id: a, ...by });
  await restoreRecord(data.services, await read(), { id: a, ...by });
  const [stored, fresh] = await indexes(await read(), a);
  expect(stored).toEqual(fresh);
});

test('a record from before a field of its storage is marked as without it again when it changes', async () => {
  const read = await makeStorage(data.services);
  const [record] = await createRecords(data.services, await read(), { inputs: [{ title: 'Oak' }], ...by });
  await createRecords(data.services, await read(), { inputs: [{ title: 'Oak', colour: 'red' }], ...by });
  await updateRecord(data.services, await read(), { id: record?.id ?? '', fields: { title: 'Oak' }, ...by });
  const [stored, fresh] = await indexes(await read(), record?.id ?? '');
  expect(stored).toEqual(fresh);
});

test('an update sends what changed and no more', async () => {
  const read = await makeStorage(data.services);
  const [record] = await createRecords(data.services, await read(), {
    inputs: [{ title: 'Oak chair', amount: 1, other: 'unchanged text' }],
    ...by,
  });
  const path = recordPath((await read()).id, record?.id ?? '');
  const sent: Write[] = [];
  const { store } = data.services;
  const plain = {
    getAll: store.getAll,
    commit: (writes: readonly Write[]) => {
      sent.push(...writes);
      return store.commit(writes);
    },
  };
  const seen = {
    ...data.services,
    store: {
      ...store,
      optimistic: <R>(_path: string, work: (tx: Transaction) => Promise<R>) =>
        optimisticTransaction(plain, work).then(({ prepared }) => prepared.result),
    },
  };
  await updateRecord(seen, await read(), { id: record?.id ?? '', fields: { amount: 2 }, ...by });
  const [write] = sent;
  expect(sent).toHaveLength(1);
  expect(write).toMatchObject({ kind: 'update', path, flags: { set: [], cleared: [] } });
  expect(Object.keys(write?.kind === 'update' ? write.changes : {}).toSorted()).toEqual(['data', 'idx', 'updatedAt']);
});

test('flags of a new document are fields with the value true, by either way to Firestore', async () => {
  const { store } = data.services;
  await store.commit([create('flags/a', { a: 1 }, ['gAb1', 'tx'])]);
  await store.commit([create('flags/none', {}, ['gAb1'])]);
  await store.transaction(async (tx) => tx.write(create('flags/b', { a: 1 }, ['gAb1', 'tx'])));
  const rows = await store.getAll(['a', 'b', 'none'].map((id) => documentPath(`flags/${id}`)));
  expect(rows.map((row) => row?.data)).toEqual([{ a: 1, gAb1: true, tx: true }, { a: 1, gAb1: true, tx: true }, { gAb1: true }]);
});

test('an update sets and clears flags, by either way to Firestore', async () => {
  const { store } = data.services;
  await store.commit([create('flags/c', { a: 1 }, ['gAb1', 'tx']), create('flags/d', { a: 1 }, ['gAb1', 'tx'])]);
  const flags = { set: ['gCd2'], cleared: ['tx'] };
  await store.commit([update('flags/c', { a: 2 }, { flags })]);
  await store.transaction(async (tx) => tx.write(update('flags/d', { a: 2 }, { flags })));
  const rows = await store.getAll(['c', 'd'].map((id) => documentPath(`flags/${id}`)));
  const expected = { a: 2, gAb1: true, gCd2: true };
  expect(rows.map((row) => row?.data)).toEqual([expected, expected]);
});

test('a record with the id of another one, live or in the trash, is not made, and that one stays as it is', async () => {
  const read = await makeStorage(data.services, { is_softDelete: true });
  const storage = await read();
  const { id: own, millis, micros } = data.services.makeId();
  for (const keptId of ['mine', own]) {
    const make = (n: number) =>
      writeRecords(
        data.services,
        [
          {
            op: 'create',
            storage,
            where: '',
            input: { fields: { n }, password: undefined },
            keptId,
            made: keptId === own ? { id: own, millis, micros } : data.services.makeId(),
          },
        ],
        by,
      );
    await make(1);
    await expect(make(2)).rejects.toMatchObject({ code: 'already-exists' });
    expect(await getRecord(data.services, storage, { id: keptId })).toMatchObject({ id: keptId, n: 1 });
    await deleteRecord(data.services, storage, { id: keptId, ...by });
    await expect(make(3)).rejects.toMatchObject({ code: 'already-exists' });
    await restoreRecord(data.services, storage, { id: keptId, ...by });
    expect(await getRecord(data.services, storage, { id: keptId })).toMatchObject({ id: keptId, n: 1 });
  }
});
