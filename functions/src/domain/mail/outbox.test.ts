import { afterAll, expect, test, vi } from 'vitest';
import { startAuthWorld } from '../../../test/auth-world.ts';
import type { Letter } from '../../services/mailer.ts';
import type { Services } from '../../services/services.ts';
import { newMail, retryMail } from './outbox.ts';

const world = await startAuthWorld();
afterAll(() => world.stop());

test('a run ends in time where mail servers do not answer, and the next ones come to the mails behind', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  let now = Date.now();
  const sent: string[] = [];
  const services = Object.create(world.services, {
    clock: { value: () => now },
    mailer: {
      value: {
        send: async (_: string, { to: { address } }: Letter) => {
          if (address === 'good@example.test') return void sent.push(address);
          now += 100_000;
          throw new Error('No answer.');
        },
      },
    },
  }) as Services;
  const addresses = ['good', 'a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.test`);
  const writes = addresses.map(
    (address) =>
      newMail(services, { to: { name: 'Ann', address }, template: 'reset', values: { name: 'Ann', link: 'https://bedplate.example' } })
        .write,
  );
  await services.store.commit(writes);
  now += 60_000;
  const tried = [];
  for (let run = 0; run < 6; run += 1) {
    tried.push(await retryMail(services));
    now += 300_005;
  }
  expect(Math.max(...tried)).toBeLessThanOrEqual(3);
  expect(sent).toEqual(['good@example.test']);
  told.mockRestore();
});
