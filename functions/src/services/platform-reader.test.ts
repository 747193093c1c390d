import type { DocumentPath } from '../store/model/collection.ts';
import { type PlatformSettings, switchNames, usualSettings } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../test/data-services.ts';
import type { Store } from '../store/access.ts';
import { withReaders } from '../store/readers.ts';
import { newMeter, withMeter } from '../store/model/meter.ts';
import { createPlatformReader, type PlatformReader } from './platform-reader.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let now: number;
const open: PlatformReader[] = [];

beforeEach(async () => {
  data = await startDataServices();
  now = Date.now();
});
afterEach(async () => {
  for (const reader of open.splice(0)) reader.close();
  await data.stop();
  vi.restoreAllMocks();
});

function aReader(store = data.services.store): PlatformReader {
  const reader = createPlatformReader(
    () => store,
    () => now,
  );
  open.push(reader);
  return reader;
}

function write(switches: Partial<PlatformSettings['switches']>, millis = now): Promise<unknown> {
  const updatedBy = { id: 'staff', name: 'Stella Staff' };
  const document = { switches, maintenance: null, updatedAt: Timestamp.fromMillis(millis), updatedBy };
  return databaseOf(data.services.store).doc('settings/platform').set(document);
}

/** Without a listener. */
const deaf = () => withReaders({ ...data.services.store, listen: () => () => {} });

test('without a document everything is on, and a switch that the document does not know is on too', async () => {
  expect(await aReader().settings()).toEqual(usualSettings);
  await write({ imports: false });
  const { switches, updatedBy } = await aReader().settings();
  expect(switchNames.filter((name) => !switches[name])).toEqual(['imports']);
  expect(updatedBy).toEqual({ id: 'staff', name: 'Stella Staff' });
});

test('an instance reads once in 20 seconds however many requests ask, and the read is nobody’s cost', async () => {
  const store = deaf();
  const get = vi.spyOn(store, 'get');
  const reader = aReader(store);
  const meter = newMeter();
  await withMeter(meter, () => Promise.all(Array.from({ length: 50 }, () => reader.settings())));
  now += 19_999;
  await reader.settings();
  expect(get).toHaveBeenCalledOnce();
  now += 1;
  await reader.settings();
  expect(get).toHaveBeenCalledTimes(2);
  expect(meter.reads).toBe(0);
});

test('a change is heard at once, and holds after 20 seconds where nothing is heard', async () => {
  const [hears, isDeaf] = [aReader(), aReader(deaf())];
  const off = async (reader: PlatformReader) => !(await reader.settings()).switches.purchases;
  expect([await off(hears), await off(isDeaf)]).toEqual([false, false]);
  await write({ purchases: false });
  await expect.poll(() => off(hears)).toBe(true);
  expect(await off(isDeaf)).toBe(false);
  now += 20_000;
  expect(await off(isDeaf)).toBe(true);
});

test('a read that was overtaken by a later change does not bring the earlier settings back', async () => {
  await write({ purchases: true });
  const reader = aReader();
  await reader.settings();
  await write({ purchases: false }, now + 5);
  await expect.poll(async () => (await reader.settings()).switches.purchases).toBe(false);
  await write({ purchases: true }, now); // as an answer that was long on its way
  now += 20_000;
  expect((await reader.settings()).switches.purchases).toBe(false);
});

test('while the database cannot be read the last settings hold', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isDown = false;
  const { get } = data.services.store;
  const read = ((path: DocumentPath) => (isDown ? Promise.reject(new Error('down')) : get(path))) as typeof get;
  const store = withReaders({ ...deaf(), get: read });
  await write({ feedback: false });
  const reader = aReader(store);
  await reader.settings();
  isDown = true;
  now += 20_000;
  expect((await reader.settings()).switches.feedback).toBe(false);
  await expect(aReader(store).settings()).rejects.toThrow('down');
});

test('switched off, the reader remembers nothing and does not listen', async () => {
  const store = withReaders({ ...data.services.store, listen: vi.fn<Store['listen']>() });
  const reader = createPlatformReader(
    () => store,
    () => now,
    true,
  );
  await write({ purchases: true });
  const before = await reader.settings();
  await write({ purchases: false }, now + 10);
  expect([before.switches.purchases, (await reader.settings()).switches.purchases]).toEqual([true, false]);
  expect(store.listen).not.toHaveBeenCalled();
});
