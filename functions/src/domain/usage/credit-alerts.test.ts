import { afterAll, expect, test, vi } from 'vitest';
import { startBillingWorld } from '../../../test/billing-world.ts';
import type { RenderedMail } from '../../services/layout.ts';
import { creditAlerter } from './credit-alerts.ts';
import { monthOf, usagePath } from './usage-document.ts';
import { databaseOf } from '../../../test/data-services.ts';

const world = await startBillingWorld();
afterAll(() => world.stop());

test('the mail about used credits leads to the page with the plan', async () => {
  const { tenantId } = await world.anAccount();
  const { services } = world;
  const now = services.clock();
  const days = Object.fromEntries(Array.from({ length: 31 }, (_, day) => [String(day + 1).padStart(2, '0'), 9_000]));
  const usage = { tenantId, month: monthOf(now), used: 29_990, days, leases: {} };
  const before = now - new Date(now).getUTCDate() * 86_400_000;
  await databaseOf(services.store)
    .doc(usagePath(tenantId ?? '', before))
    .set({ ...usage, month: monthOf(before) });
  await databaseOf(services.store)
    .doc(usagePath(tenantId ?? '', now))
    .set(usage);
  const mail = await new Promise<RenderedMail>((sent) => {
    vi.spyOn(services.mailer, 'send').mockImplementation(async (_id, { mail: letter }) => sent(letter));
    creditAlerter(services)(tenantId ?? '', { percent: 66, limit: 45_000 });
  });
  expect(mail.subject).toBe('50 % of your API credits are used');
  expect(mail.text).toContain('http://127.0.0.1:5000/billing');
  expect(mail.text).toMatch(/At the pace of the last weeks your credits end (on|between) /);
});

test('after a change of the plan the shares of its credits are told again, each once', async () => {
  const { tenantId } = await world.anAccount();
  const { services } = world;
  const usage = { tenantId, month: monthOf(services.clock()), used: 1_000, days: {}, leases: {} };
  await databaseOf(services.store)
    .doc(usagePath(tenantId ?? '', services.clock()))
    .set(usage);
  const subjects: string[] = [];
  vi.spyOn(services.mailer, 'send').mockImplementation(async (_id, { mail: { subject } }) => void subjects.push(subject));
  const taken = (percent: number, limit: number) => creditAlerter(services)(tenantId ?? '', { percent, limit });
  taken(100, 1_000);
  await expect.poll(() => subjects).toEqual(['Your API credits of this month are used up']);
  taken(82, 50_000);
  await expect.poll(() => subjects.slice(1)).toEqual(['80 % of your API credits are used']);
  taken(85, 50_000);
  taken(100, 50_000);
  await expect.poll(() => subjects.slice(2)).toEqual(['Your API credits of this month are used up']);
});
