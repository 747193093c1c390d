import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { deliverLeased } from '../webhooks/deliver-lane.ts';
import { testEndpoint } from './deliveries.ts';
import { findEndpoint } from './find-endpoint.ts';

vi.mock('./find-endpoint.ts');
vi.mock('../webhooks/deliver-lane.ts', () => ({ leased: () => ({}), deliverLeased: vi.fn<() => Promise<void>>() }));

test('a call that asks for a delivery waits twelve seconds for it', async () => {
  const data = { type: 'webhook', functionality: 'receiver' };
  vi.mocked(findEndpoint).mockResolvedValue({ id: 'e1', data, storage: { data: {} } } as Awaited<ReturnType<typeof findEndpoint>>);
  const store = { commit: async () => {}, deliveries: { get: async () => null } };
  const services = { clock: () => 1_000, makeId: () => ({ id: 'd1' }), store } as unknown as Services; // what is read of them
  await expect(testEndpoint(services, {} as Parameters<typeof testEndpoint>[1], 'e1')).rejects.toMatchObject({ code: 'not-found' });
  expect(deliverLeased).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.anything(), 13_000);
});
