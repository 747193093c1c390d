import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf } from '../../../test/data-services.ts';
import { staff, startOfficeWorld } from '../../../test/office-world.ts';
import { tenantLimitNames, type TenantLimits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { readMessage, replyToMessage } from './answer-message.ts';
import { changeSubscription } from './change-subscription.ts';
import { endPlan } from './end-plan.ts';
import { readAccount, setLimits } from './office-account.ts';

let world: Awaited<ReturnType<typeof startOfficeWorld>>;

beforeAll(async () => {
  world = await startOfficeWorld();
});
afterAll(() => world?.stop());

const limits = Object.fromEntries(tenantLimitNames.map((name) => [name, null])) as TenantLimits; // one entry for each name
const calls: [string, (services: Services) => Promise<unknown>][] = [
  ['an account’s settings', (services) => readAccount(services, 'nowhere')],
  ['an account’s limits', (services) => setLimits(services, { caller: staff, tenantId: 'nowhere', limits })],
  ['an account’s plan', (services) => endPlan(services, { caller: staff, tenantId: 'nowhere', end: { which: 'given' } })],
  ['a person’s plan', (services) => changeSubscription(services, { caller: staff, userId: 'nobody', change: { productId: 'p1' } })],
  ['a message', (services) => readMessage(services, { kind: 'feedback', messageId: 'none' })],
  [
    'the answer to a message',
    (services) => replyToMessage(services, { caller: staff, place: { kind: 'contact', messageId: 'none' }, answer: { text: 'Hello' } }),
  ],
];

test.each(calls)('staff are told that %s is not there, and the audit has no row of it', async (_, ask) => {
  await expect(ask(world.services)).rejects.toMatchObject({ code: 'not-found' });
  expect((await databaseOf(world.services.store).collection('audit').get()).size).toBe(0);
});

test('a message is answered fifty times and no more', async () => {
  const message = { fullName: 'Ada', email: 'ada@example.test', subject: '', message: 'Hello', readAt: null, createdAt: new Date() };
  const reply = { text: 'Hello', by: 'Stella', at: new Date() };
  const doc = databaseOf(world.services.store).doc('contacts/long');
  await doc.set({ ...message, replies: Array.from({ length: 50 }, () => reply) });
  const place = { kind: 'contact', messageId: 'long' } as const;
  await expect(replyToMessage(world.services, { caller: staff, place, answer: { text: 'Again' } })).rejects.toMatchObject({
    code: 'quota-exceeded',
  });
  expect((await doc.get()).get('replies')).toHaveLength(50);
});
