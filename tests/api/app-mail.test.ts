import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deliver, newMail, retryMail } from '@bedplate/functions/domain/mail/outbox.ts';
import type { Mailer } from '@bedplate/functions/services/mailer.ts';
import { createServices, type Services } from '@bedplate/functions/services/services.ts';
import { createStore } from '@bedplate/functions/store/access.ts';
import { database } from '../support/target.ts';

const keyEncryptionKey = randomBytes(32);

/** The outbox on the real database, with a mail server that can be down. */
function outbox(clock: () => number = Date.now) {
  const sent: string[] = [];
  const state = { down: false };
  const mailer: Mailer = {
    async send(_, { to }) {
      if (state.down) throw new Error('connect ECONNREFUSED');
      sent.push(to.address);
    },
    verify: async () => {},
  };
  const config = { keyEncryptionKey } as Services['config']; // the outbox reads nothing else of it
  return { services: createServices({ store: createStore(database()), mailer, clock, config }), sent, state };
}

async function queue(services: Services, address: string): Promise<string> {
  const { id, write } = newMail(services, {
    to: { name: 'Ada', address },
    template: 'reset',
    values: { name: 'Ada', link: 'https://x.test/secret' },
  });
  await services.store.commit([write]);
  return id;
}

const stored = async (id: string) => (await database().doc(`mail/${id}`).get()).data();

test('a mail that the server refused stays in the outbox and is sent by the next run, once', async () => {
  const { services, sent, state } = outbox();
  state.down = true;
  const id = await queue(services, 'late@example.test');
  await deliver(services, id);
  expect(await stored(id)).toMatchObject({ delivery: { state: 'error', attempts: 1 } });
  expect(JSON.stringify(await stored(id))).not.toContain('secret');

  state.down = false;
  await retryMail(services);
  await retryMail(services);
  expect(sent.filter((to) => to === 'late@example.test')).toHaveLength(1);
  expect(await stored(id)).toMatchObject({ payload: null, delivery: { state: 'success', attempts: 2 } });
});

test('a mail whose request died before sending goes out when its lease is over', async () => {
  const now = Date.now();
  const early = outbox(() => now);
  const id = await queue(early.services, 'crashed@example.test');
  await retryMail(early.services);
  expect(early.sent).not.toContain('crashed@example.test');

  const late = outbox(() => now + 31_000);
  await retryMail(late.services);
  expect(late.sent.filter((to) => to === 'crashed@example.test')).toHaveLength(1);
  expect(await stored(id)).toMatchObject({ payload: null, delivery: { state: 'success' } });
});
