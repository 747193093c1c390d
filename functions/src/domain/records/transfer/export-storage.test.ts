import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { exportStorage, parseExportQuery } from './export-storage.ts';

test('a slow reader is waited for, and nothing is left behind of the waiting', async () => {
  const data = await startDataServices();
  const read = await makeStorage(data.services);
  for (let i = 0; i < 20; i += 1) {
    const rows = Array.from({ length: 100 }, (_, n) => ({ n: i * 100 + n, text: 'x'.repeat(200) }));
    await createRecords(data.services, await read(), { inputs: rows, actor: 'a' });
  }
  const listeners: number[] = [];
  let text = '';
  const slow = new Writable({
    highWaterMark: 1,
    write(part: Buffer, _, done) {
      text += part.toString();
      listeners.push(slow.listenerCount('close'));
      setImmediate(done);
    },
  });
  await exportStorage(data.services, await read(), {
    query: parseExportQuery('format=ndjson'),
    out: slow,
    start: () => {},
    note: () => {},
  });
  expect(text.trim().split('\n')).toHaveLength(2000);
  expect(listeners.length).toBeGreaterThan(3);
  expect(new Set(listeners)).toEqual(new Set([0]));
  await data.stop();
});
