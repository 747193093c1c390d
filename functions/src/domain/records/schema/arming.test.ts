import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { armingMillis, createSchemaLease } from '../../../services/schema-lease.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { records } from '../../../store/collections.ts';
import { createStore } from '../../../store/access.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { armSchemaKind } from '../job-kinds/arm-schema.ts';
import type { Job } from '../jobs/job-kind.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { createRecords } from '../write/create-records.ts';
import { updateRecord } from '../write/change-record.ts';
import { finishArming } from './finish-arming.ts';
import { readSchema, saveSchema } from './save-schema.ts';

let time = Date.UTC(2026, 0, 1);
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ clock: () => time });
});
afterAll(() => api.stop());

const ownTime = () => ({ ...api.services.records, now: () => time });
const schema = StorageSchema.parse({ fields: { n: { type: 'number', required: true } } });
const place = (storageId: string) => ({ projectId: 'p1', storageId });
const enforce = (id: string, version = 0) =>
  saveSchema(api.services, { caller: admin, path: place(id), change: { version, schema, state: 'enforce' } });

/** An instance with its own lease, whose clock the test moves. */
function instance(): RecordServices {
  const store = createStore(databaseOf(api.services.store));
  return {
    ...api.services.records,
    store,
    schemas: createSchemaLease(
      () => store,
      () => time,
    ),
  };
}

const isStored = async (services: RecordServices, storage: StorageRow) => {
  try {
    await createRecords(services, storage, { inputs: [{ n: 'bad' }], actor: 'tester' });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-argument' });
    return false;
  }
};

// fields.md §8, case 34
test('no record gets past an enforced schema, whatever each instance knows of the storage', async () => {
  const { id, read } = await api.storage('armed');
  const stale = await read(); // as every instance keeps it to the end
  const writers = [instance(), instance(), instance(), instance()];
  expect(await Promise.all(writers.map((services) => isStored(services, stale)))).toEqual([true, true, true, true]);
  expect(await enforce(id)).toMatchObject({ version: 1, state: 'arming' });
  // Lists that were read before may be used for a while: bad records are stored in it, and none afterwards.
  let isEnforced = false;
  const late: boolean[] = [];
  for (const end = time + armingMillis + 20_000; time < end; time += 1_000) {
    const stored = await Promise.all(writers.map((services) => isStored(services, stale)));
    if (isEnforced) late.push(...stored);
    isEnforced ||= (await readSchema(api.services, admin, place(id))).state === 'enforce';
  }
  expect(isEnforced).toBe(true);
  expect(late).toHaveLength(76);
  expect(late).not.toContain(true);
  const { rows } = await api.services.store.in(records(id)).query();
  const [first] = rows;
  await expect(
    updateRecord(writers[0] ?? instance(), stale, { id: first?.id ?? '', fields: { n: 'worse' }, actor: 'tester' }),
  ).rejects.toMatchObject({
    code: 'invalid-argument',
  });
  expect(await updateRecord(writers[0] ?? instance(), stale, { id: first?.id ?? '', fields: { n: 5 }, actor: 'tester' })).toMatchObject({
    n: 5,
  });
});

test('arming ends after its time and not before, also when nobody asks', async () => {
  const { id, read } = await api.storage('waited');
  await enforce(id);
  const job = { data: { input: { version: 1 } } } as unknown as Job;
  time += armingMillis - 1;
  expect((await readSchema(api.services, admin, place(id))).state).toBe('arming');
  await expect(armSchemaKind.page(ownTime(), await read(), job)).rejects.toThrow('may not know');
  time += 1;
  await armSchemaKind.page(ownTime(), await read(), job);
  expect((await read()).data.schema).toEqual({ version: 1, state: 'enforce' });
  await saveSchema(api.services, { caller: admin, path: place(id), change: { version: 1, schema, state: 'learn' } });
  expect(await finishArming(ownTime(), id, 1)).toBe('other');
  expect((await read()).data.schema).toEqual({ version: 2, state: 'learn' });
});

// fields.md §8, case 35
test('an instance that cannot read the list any more writes nothing', async () => {
  const { read } = await api.storage('cut');
  const storage = await read();
  let isCut = false;
  const { store } = instance();
  const cut = {
    ...store,
    get: undefined,
    schemaVersions: { get: () => (isCut ? Promise.reject(new Error('cut off')) : Promise.resolve(null)) },
  };
  const schemas = createSchemaLease(
    () => cut as unknown as typeof store,
    () => time,
  );
  const services = { ...api.services.records, schemas };
  expect(await isStored(services, storage)).toBe(true);
  isCut = true;
  time += 19_999;
  expect(await isStored(services, storage)).toBe(true);
  time += 1;
  await expect(createRecords(services, storage, { inputs: [{}], actor: 'tester' })).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
  });
});

test('a list is read every ten seconds at most, and nobody waits for it', async () => {
  const { read } = await api.storage('lasting');
  const storage = await read();
  let reads = 0;
  const { store } = instance();
  const counted = { ...store, schemaVersions: { get: async () => void (reads += 1) } };
  const lease = createSchemaLease(
    () => counted as unknown as typeof store,
    () => time,
  );
  for (let i = 0; i < 60; i += 1) {
    expect(await lease.newest(storage)).toBe(storage);
    time += 500;
  }
  expect(reads).toBe(3);
});
