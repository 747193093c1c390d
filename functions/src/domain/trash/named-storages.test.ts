import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { activeAdmins } from '../archive/active-admins.ts';
import { newMail } from '../mail/outbox.ts';
import { announceTrash } from './announce-trash.ts';

vi.mock('../archive/active-admins.ts');
vi.mock('../mail/outbox.ts');

test('a mail about the trash names twenty storages, and tells how many more there are', async () => {
  const day = 86_400_000;
  vi.mocked(activeAdmins).mockResolvedValue([{ name: 'Ada', email: 'ada@example.test' }] as Awaited<ReturnType<typeof activeAdmins>>);
  vi.mocked(newMail).mockReturnValue({ id: 'm1', write: {} } as ReturnType<typeof newMail>);
  const store = { in: () => ({ count: async () => 200 }), commit: async () => {} };
  const services = { clock: () => 100 * day, store, config: { publicOrigin: '' } } as unknown as Services; // what is read of them
  const one = {
    storage: { id: 's1', data: { storageName: 'Orders' } },
    term: { millis: 30 * day, from: 0 },
    oldest: Timestamp.fromMillis(80 * day),
  };
  const tenant = { id: 't1', data: {} } as Parameters<typeof announceTrash>[1];
  await announceTrash(services, tenant, Array.from({ length: 35 }, () => one) as unknown as Parameters<typeof announceTrash>[2]);
  const [values] = vi.mocked(newMail).mock.calls.map(([, letter]) => letter.values as { storages: unknown[]; more: number });
  expect([values?.storages.length, values?.more]).toEqual([20, 15]);
});
