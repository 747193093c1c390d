import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { newChallenge, takeChallenge } from './challenges.ts';
import { backFromProvider } from './provider-callback.ts';
import { opened } from './start-provider.ts';

vi.mock('./challenges.ts');
vi.mock('./provider-client.ts', () => ({ identityOf: async () => ({}) }));
vi.mock('./start-provider.ts');

test('the page of an app has a minute to exchange the code of somebody who came back', async () => {
  vi.mocked(takeChallenge).mockResolvedValue({} as Awaited<ReturnType<typeof takeChallenge>>);
  vi.mocked(opened).mockReturnValue({ provider: 'google', returnTo: 'https://shop.example.com/' } as ReturnType<typeof opened>);
  vi.mocked(newChallenge).mockReturnValue({ token: 't' } as ReturnType<typeof newChallenge>);
  const services = { store: { commit: async () => {} } } as unknown as Services; // what is used of them
  await backFromProvider(services, {} as StorageRow, { provider: 'google', answer: new URLSearchParams('state=s') });
  expect(vi.mocked(newChallenge).mock.calls.map(([, , { validMillis }]) => validMillis)).toEqual([60_000]);
});
