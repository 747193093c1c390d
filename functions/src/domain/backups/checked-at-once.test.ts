import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { readObject } from '../records/snapshots/segment.ts';
import { checkedPart } from './check-parent.ts';
import type { BackupRow } from './find-backups.ts';

vi.mock('../records/snapshots/segment.ts', async (original) => ({ ...(await original<object>()), readObject: vi.fn<typeof readObject>() }));

test('a step looks at a hundred objects of the backup before, three at a time', async () => {
  let [underWay, most, looked] = [0, 0, 0];
  vi.mocked(readObject).mockImplementation(async () => {
    looked += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return '';
  });
  const ranges = JSON.stringify(Array.from({ length: 250 }, (_, n) => ({ after: null, last: null, object: `o${n}` })));
  const get = async () => ({ data: { settings: 'settings', ranges } });
  const services = { records: {}, store: { in: () => ({ get }) } } as unknown as Services; // what is read of them
  const backup = { id: 'b2', data: { parent: 'b1', tenantId: 't1', projectId: 'p1' } } as unknown as BackupRow; // what is read of it
  const part = { checked: 0 } as Parameters<typeof checkedPart>[2]['part'];
  expect(await checkedPart(services, backup, { storageId: 's1', part })).toMatchObject({ checked: 100 });
  expect([looked, most]).toEqual([100, 3]);
});
