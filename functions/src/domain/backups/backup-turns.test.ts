import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { begunBackup } from './begin-backup.ts';
import { drill } from './drill.ts';
import { backupsOf } from './find-backups.ts';
import { removeExpired } from './remove-backups.ts';
import { runBackups } from './run-backups.ts';

vi.mock('./begin-backup.ts');
vi.mock('./find-backups.ts');

const asked: number[] = [];

test('a run looks at five hundred backups, each in turns of twenty seconds', async () => {
  let now = 0;
  const backup = () => ({ state: 'running', readTime: null, leaseUntil: null, storages: [], read: 0 });
  const rows = new Map<string, object>([
    ['a', backup()],
    ['b', backup()],
  ]);
  const transaction = async (work: (tx: object) => Promise<unknown>) =>
    work({
      backups: { get: async (id: string) => ({ id, data: rows.get(id) }) },
      write: ({ path, changes }: { path: string; changes: object }) => Object.assign(rows.get(path.split('/')[1] ?? '') ?? {}, changes),
    });
  const store = {
    transaction,
    backups: { query: async ({ limit }: { limit: number }) => (asked.push(limit), { rows: [...rows.keys()].map((id) => ({ id })) }) },
    projects: { get: async () => ({ data: { archivedAt: null } }) },
  };
  const steps: string[] = [];
  vi.mocked(begunBackup).mockImplementation(async (_, { id }) => {
    now += 8_000;
    steps.push(id);
    return {} as Awaited<ReturnType<typeof begunBackup>>;
  });
  await runBackups({ clock: () => now, store } as unknown as Services, 60_000); // what a run reads of them
  expect(steps.join('')).toBe('aaabbbaa');
  expect(asked).toEqual([500]);
});

test('of the backups of a project five hundred are looked at for objects that one shares', async () => {
  const row = { id: 'b1', data: { projectId: 'p1', expiresAt: 1 } };
  const query = async ({ limit }: { limit: number }) => (asked.push(limit), { rows: [row] });
  const store = { backups: { query }, projects: { get: async () => null } };
  vi.mocked(backupsOf).mockResolvedValue([{ id: 'b2', data: { state: 'running' } }] as Awaited<ReturnType<typeof backupsOf>>);
  await removeExpired({ clock: () => 1_000, store } as unknown as Services, 2_000); // what is read of them
  expect(backupsOf).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'p1', 500);
  expect(asked).toEqual([500, 20]);
});

test('a drill takes one of fifty backups', async () => {
  const taken: number[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (taken.push(limit), []) });
  await drill({ clock: () => 0, store: { get: async () => null, backups: { query } } } as unknown as Services, 1); // what is read of them
  expect(taken).toEqual([50]);
});
