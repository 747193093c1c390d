import { afterEach, expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { passwordMatches } from '../records/model/password.ts';

vi.mock('../records/model/password.ts');
afterEach(() => void vi.useRealTimers());

test('a right password is hashed again after two minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { provePassword } = await import('./credentials.ts'); // its cache takes the clock of that moment
  vi.mocked(passwordMatches).mockResolvedValue(true);
  const credentials = { get: async () => ({ data: { passwordHash: 'a hash' } }) };
  const services = { store: { credentials } } as unknown as Services; // what is read of them
  const hashed = async () => {
    await provePassword(services, 'ada', 'Right-horse-9');
    return vi.mocked(passwordMatches).mock.calls.length;
  };
  expect(await hashed()).toBe(1);
  vi.advanceTimersByTime(120_000);
  expect(await hashed()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(await hashed()).toBe(2);
});
