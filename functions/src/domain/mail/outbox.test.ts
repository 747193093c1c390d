import { afterAll, expect, test, vi } from 'vitest';
import { startAuthWorld } from '../../../test/auth-world.ts';
import type { Letter } from '../../services/mailer.ts';
import type { Services } from '../../services/services.ts';
import { mail } from '../../store/collections.ts';
import { deliver, newMail, retryMail } from './outbox.ts';

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

test('a mail that has failed too often is sent no more, and its codes and links go', async () => {
  const { services } = world;
  const to = { name: 'Ann', address: 'never@example.test' };
  const { id, write } = newMail(services, { to, template: 'reset', values: { name: 'Ann', link: 'https://bedplate.example' } });
  await services.store.commit([write]);
  const state = async () => (await services.store.mail.get(id))?.data;
  const failed = (attempts: number) =>
    services.store.commit([mail.update(id, { delivery: { state: 'error', attempts, error: 'No.', leaseUntil: null } })]);
  await failed(8);
  await retryMail(services);
  expect(await state()).toMatchObject({ payload: null, delivery: { state: 'failed' } });
  await deliver(services, id);
  await retryMail(services);
  expect(await state()).toMatchObject({ delivery: { state: 'failed' } });
  expect(world.mails.filter((sent) => sent.to === to.address)).toEqual([]);
});

test('a mail that has failed seven times is tried once more', async () => {
  const { services } = world;
  const to = { name: 'Ann', address: 'last@example.test' };
  const { id, write } = newMail(services, { to, template: 'reset', values: { name: 'Ann', link: 'https://bedplate.example' } });
  await services.store.commit([write]);
  await services.store.commit([mail.update(id, { delivery: { state: 'error', attempts: 7, error: 'No.', leaseUntil: null } })]);
  await retryMail(services);
  expect(world.mails.filter((sent) => sent.to === to.address)).toHaveLength(1);
});

test('a mail is sent once, however often it is asked for', async () => {
  const { services } = world;
  const to = { name: 'Ann', address: 'once@example.test' };
  const { id, write } = newMail(services, { to, template: 'reset', values: { name: 'Ann', link: 'https://bedplate.example' } });
  await services.store.commit([write]);
  for (let i = 0; i < 2; i += 1) await deliver(services, id);
  expect(world.mails.filter((sent) => sent.to === to.address)).toHaveLength(1);
  expect((await services.store.mail.get(id))?.data.delivery.state).toBe('success');
});
