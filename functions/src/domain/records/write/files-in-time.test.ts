import { expect, test } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { followArchive, sweepArchivedFiles } from './archived-files.ts';

/** A place whose files have no end: each page of them takes two seconds. */
function endlessPlace() {
  let now = 0;
  let pages = 0;
  const row = { path: 'archivedFiles/p1', data: { prefix: 'tenants/t1/p1/', from: null } };
  const services = {
    now: () => now,
    store: { get: async () => row, query: async () => ({ rows: [row] }), commit: async () => {} },
    files: {
      list: async () => {
        now += 2_000;
        pages += 1;
        return { paths: [], next: `page${pages}` };
      },
    },
  } as unknown as RecordServices; // what a walk along files reads of them
  return { services, pages: () => pages };
}

test('a call follows files for five seconds', async () => {
  const { services, pages } = endlessPlace();
  await followArchive(services, 'p1');
  expect(pages()).toBe(3);
});

test('a sweep follows those of one place for ten seconds, and then those of another', async () => {
  const { services, pages } = endlessPlace();
  const rows = [1, 2].map((n) => ({ path: `archivedFiles/p${n}`, data: { prefix: `tenants/t1/p${n}/`, from: null } }));
  const asked: string[] = [];
  const list = services.files.list.bind(services.files);
  services.files.list = (prefix, from) => {
    asked.push(prefix);
    return list(prefix, from);
  };
  const limits: unknown[] = [];
  services.store.query = (async ({ limit }: { limit: number }) => (limits.push(limit), { rows })) as unknown as typeof services.store.query; // of its rows
  await sweepArchivedFiles(services, 16_000);
  expect(asked.map((prefix) => prefix.at(-2))).toEqual(['1', '1', '1', '1', '1', '2', '2', '2']);
  expect(pages()).toBe(8);
  expect(limits).toEqual([20]);
});
