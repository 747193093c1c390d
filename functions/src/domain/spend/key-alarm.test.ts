import { afterAll, expect, test, vi } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import type { RenderedMail } from '../../services/layout.ts';
import { createUsageParts } from '../usage/usage-parts.ts';
import { keyAlarmer, unusual } from './key-alarm.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

const now = Date.UTC(2026, 10, 26, 12);
/** Calls by day: today first, then the days before. */
const daysOf = (...calls: number[]) =>
  Object.fromEntries(calls.map((each, back) => [new Date(now - back * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''), each]));

test.each([
  ['five times the middle day of the week', [5_000, 1_000, 1_000, 1_000, 900, 1_100, 1_000, 9_000], { calls: 5_000, usual: 1_000 }],
  ['less than five times', [4_999, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000], null],
  ['a key that is hardly used at all', [900, 10, 10, 10, 10, 10, 10, 10], null],
  ['a new key', [50_000, 100], null],
  ['a key that was quiet for most of the week', [1_000, 0, 0, 20, 0], { calls: 1_000, usual: 0 }],
])('%s: the alarm is %#', (_, calls, found) => {
  expect(unusual({ days: daysOf(...calls) }, now)).toEqual(found);
});

test('an instance that counts an unusual day mails the owner once, with the name of the key', async () => {
  const { tenantId = '' } = await world.anAccount();
  const services = Object.create(world.services, { clock: { value: () => now } }) as typeof world.services;
  const database = databaseOf(services.store);
  const use = { tenantId, calls: 1, lastUsedAt: new Date(now), days: daysOf(0, 10, 10, 10, 10, 10, 10, 10) };
  await database.doc('keyUse/leaked').set(use);
  await database.doc('apiKeys/leaked').set({ tenantId, kind: 'scoped', name: 'Shop page', projectId: 'p1', active: true });
  const sent: RenderedMail[] = [];
  vi.spyOn(services.mailer, 'send').mockImplementation(async (_id, _to, letter) => void sent.push(letter));
  const commit = vi.spyOn(services.store, 'commit');
  for (let instance = 1; instance <= 2; instance += 1) {
    const parts = createUsageParts({ store: () => services.store, now: () => now, onCounted: keyAlarmer(services) });
    for (let call = 0; call < 1_500; call += 1)
      parts.count({ tenantId: tenantId ?? '', projectId: 'p1', keyId: 'leaked', verb: 'read', storageId: null });
    await parts.flush();
    // Each instance tries to make the mail; the second one is refused.
    const made = () => commit.mock.calls.filter(([[write]]) => write?.kind === 'create' && write.path.startsWith('mail/')).length;
    await expect.poll(made).toBe(instance);
    await Promise.allSettled(commit.mock.results.map(({ value }) => value));
  }
  const mails = () => database.collection('mail').where('template', '==', 'key-alarm').get();
  await expect.poll(async () => (await mails()).docs.map((row) => row.get('delivery').state)).toEqual(['success']);
  expect(sent[0]?.subject).toBe('One of your keys is used far more than usual');
  expect(sent[0]?.text).toContain('The key Shop page has made 1500 calls today. A usual day of the last week had 10.');
});
