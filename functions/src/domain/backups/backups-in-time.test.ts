import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { hurryBackup } from './make-backup.ts';
import { isManifestWhole } from './manifest.ts';
import { workOnBackup } from './run-backups.ts';

vi.mock('./run-backups.ts');
vi.mock('../records/snapshots/note-damage.ts');

test('a call works for two seconds on the backup that it asks for', async () => {
  const services = { clock: () => 1_000, store: { backups: { get: async () => null } } } as unknown as Services; // what is read of them
  await expect(hurryBackup(services, 'b1')).rejects.toMatchObject({ code: 'not-found' });
  expect(workOnBackup).toHaveBeenCalledExactlyOnceWith(services, 'b1', 3_000);
});

test('of a list of objects 64 MiB are read', async () => {
  const part = vi.fn<(path: string, from: number, bytes: number) => Promise<null>>(async () => null);
  vi.spyOn(console, 'error').mockReturnValue();
  const backup = { id: 'b1', data: { tenantId: 't1', projectId: 'p1' } } as Parameters<typeof isManifestWhole>[1];
  expect(await isManifestWhole({ records: { files: { part } } } as unknown as Services, backup)).toBe(false); // what is read of them
  expect(part).toHaveBeenCalledExactlyOnceWith('backups/t1/p1/b1/manifest.json', 0, 64 * 1024 * 1024);
});
