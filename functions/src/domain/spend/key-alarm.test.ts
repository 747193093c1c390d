import { afterAll, expect, test, vi } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { periodOf } from './cap-period.ts';
import type { RenderedMail } from '../../services/layout.ts';
import { createUsageParts } from '../usage/usage-parts.ts';
import { keyAlarmer, unusual } from './key-alarm.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

const now = Date.UTC(2026, 10, 26, 12);
/** Credits by day: today first, then the days before. */
const daysOf = (...credits: number[]) =>
  Object.fromEntries(credits.map((each, back) => [new Date(now - back * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''), each]));

test.each([
  ['five times the middle day of the week', [5_000, 1_000, 1_000, 1_000, 900, 1_100, 1_000, 9_000], { credits: 5_000, usual: 1_000 }],
  ['less than five times', [4_999, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000], null],
  ['a key that is hardly used at all', [900, 10, 10, 10, 10, 10, 10, 10], null],
  ['a new key', [50_000, 100], null],
  ['a key that was quiet for most of the week', [1_000, 0, 0, 20, 0], { credits: 1_000, usual: 20 }],
  ['a key that works on three days of each week', [2_000, 0, 2_000, 0, 1_900, 0, 0, 2_100], null],
])('%s: the alarm is %#', (_, credits, found) => {
  expect(unusual({ days: daysOf(...credits) }, now)).toEqual(found);
});

test('what is little of the month of a large plan is no alarm', async () => {
  const services = Object.create(world.services, { clock: { value: () => now } }) as typeof world.services;
  const database = databaseOf(services.store);
  const letter = (keyId: string) => database.doc(`mail/key-alarm-${sha256(`${keyId} ${periodOf('day', now)}`)}`).get();
  for (const [keyId, usageLimit] of [
    ['of-large-plan', 10_000_000],
    ['of-small-plan', 1_000],
  ] as const) {
    const { tenantId } = await world.anAccount();
    await database.doc(`tenants/${tenantId}`).update({ 'plan.usageLimit': usageLimit });
    const days = daysOf(5_000, 10, 10, 10, 10, 10, 10, 10);
    await database.doc(`keyUse/${keyId}`).set({ tenantId, calls: 1, lastUsedAt: new Date(now), days });
    keyAlarmer(services)([{ tenantId: tenantId ?? '', keyId }]);
  }
  await expect.poll(async () => (await letter('of-small-plan')).exists).toBe(true);
  expect((await letter('of-large-plan')).exists).toBe(false); // it was looked at before
});

test.each([
  ['many calls', 1_500, 0],
  ['few calls that cost much', 15, 1_485],
])('an instance that counts a day of %s mails the owner once, with the name of the key', async (_, calls, more) => {
  const tenantId = (await world.anAccount()).tenantId ?? '';
  const services = Object.create(world.services, { clock: { value: () => now } }) as typeof world.services;
  const database = databaseOf(services.store);
  const keyId = `leaked-by-${calls}`;
  const use = { tenantId, calls: 1, lastUsedAt: new Date(now), days: daysOf(0, 10, 10, 10, 10, 10, 10, 10) };
  await database.doc(`keyUse/${keyId}`).set(use);
  await database.doc(`apiKeys/${keyId}`).set({ tenantId, kind: 'scoped', name: 'Shop page', projectId: 'p1', active: true });
  const sent: RenderedMail[] = [];
  vi.spyOn(services.mailer, 'send').mockImplementation(async (_id, { mail: letter }) => void sent.push(letter));
  const commit = vi.spyOn(services.store, 'commit').mockClear();
  for (let instance = 1; instance <= 2; instance += 1) {
    const parts = createUsageParts({ store: () => services.store, now: () => now, onCounted: keyAlarmer(services) });
    for (let call = 0; call < calls; call += 1) parts.count({ tenantId, projectId: 'p1', keyId, verb: 'read', storageId: null });
    parts.addCredits({ tenantId, projectId: 'p1', keyId }, more);
    await parts.flush();
    // Each instance tries to make the mail; the second one is refused.
    const made = () => commit.mock.calls.filter(([[write]]) => write?.kind === 'create' && write.path.startsWith('mail/')).length;
    await expect.poll(made).toBe(instance);
    await Promise.allSettled(commit.mock.results.map(({ value }) => value));
  }
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.subject).toBe('One of your keys is used far more than usual');
  expect(sent[0]?.text).toContain('The key Shop page has cost 1500 credits today. A usual day of the last week had 10.');
});
