import { signInOf } from '@bedplate/contract';
import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { askSignUpHook } from './sign-up-hook.ts';

vi.mock('@bedplate/contract', async (original) => ({ ...(await original<object>()), signInOf: vi.fn<typeof signInOf>() }));
vi.mock('../../crypto/crypt.ts', async (original) => ({ ...(await original<object>()), unseal: () => 'secret' }));

test('a server that is asked has three seconds, and three hundred characters of its message are told', async () => {
  const hook = { url: 'https://shop.example.com/hook', onFailure: 'refuse', secret: 'sealed' };
  vi.mocked(signInOf).mockReturnValue({ hook } as unknown as ReturnType<typeof signInOf>);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const fetchOutside = async () => Response.json({ allow: false, message: 'x'.repeat(400) });
  const services = { fetchOutside, clock: () => 0, config: {} } as unknown as Services; // what is used of them
  const asked = askSignUpHook(services, { id: 's1', data: {} } as StorageRow, { way: 'password', fields: {} });
  await expect(asked).rejects.toMatchObject({ code: 'permission-denied', message: 'x'.repeat(300) });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(3_000);
});
