import { expect, test, vi } from 'vitest';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { createStorage } from '../storages/storages.ts';
import { restoredStorage } from './restored-storage.ts';

vi.mock('../storages/storages.ts');
vi.mock('./restored-settings.ts', () => ({ settingsOfNew: () => ({}) }));

test('of one day twenty copies of a storage find a name', async () => {
  vi.mocked(createStorage).mockRejectedValue(new ApiError('already-exists', 'There is one.'));
  const given = {
    backup: { data: { projectId: 'p1', readTime: Timestamp.fromMillis(0) } },
    backed: { settings: { storageName: 'Orders', storageKey: 'orders' } },
    place: 'beside',
  } as Parameters<typeof restoredStorage>[2];
  const caller = {} as Parameters<typeof restoredStorage>[1]; // read by what is replaced
  await expect(restoredStorage({} as Services, caller, given)).rejects.toMatchObject({ code: 'already-exists' });
  expect(createStorage).toHaveBeenCalledTimes(20);
});
