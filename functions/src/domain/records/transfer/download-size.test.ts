import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { admin } from '../../../../test/callers.ts';
import type { Services } from '../../../services/services.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { downloadStorage } from './download-storage.ts';
import { matchingPages } from './matching-pages.ts';

vi.mock('../../activity/activity-log.ts');
vi.mock('../../callers/find-project.ts', () => ({
  findStorage: async () => ({ id: 's1', data: { storageName: 'Orders', fields: {}, profile: {} } }),
}));
vi.mock('./matching-pages.ts');

test.each([undefined, 60_000])('a download that asks for %s records has fifty thousand', async (limit) => {
  const at = Timestamp.fromMillis(0);
  const page = Array.from({ length: 2_000 }, (_, id) => ({ id: `${id}`, stored: { data: { n: 1 }, createdAt: at, updatedAt: at } }));
  const pages = async function* () {
    for (let n = 0; n < 40; n += 1) yield page;
  };
  vi.mocked(matchingPages).mockImplementation(pages as unknown as typeof matchingPages); // what is read of their records
  let lines = 0;
  const out = new Writable({
    write(chunk: Buffer, _, done) {
      lines += chunk.toString().split('\n').length - 1;
      done();
    },
  });
  const services = { clock: () => 0, records: { files: {} } } as unknown as Services; // what is read of them
  const query = { format: 'ndjson', limit } as Parameters<typeof downloadStorage>[1]['query'];
  const { writeTo } = await downloadStorage(services, { caller: admin, path: { projectId: 'p1', storageId: 's1' }, query });
  await writeTo(out);
  expect(lines).toBe(50_000);
});
