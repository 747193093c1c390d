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
    vi.spyOn(services.mailer, 'send').mockImplementation(async (_id, _to, letter) => sent(letter));
    creditAlerter(services)(tenantId ?? '', 66);
  });
  expect(mail.subject).toBe('50 % of your API credits are used');
  expect(mail.text).toContain('http://127.0.0.1:5000/billing');
  expect(mail.text).toMatch(/At the pace of the last weeks your credits end (on|between) /);
});
