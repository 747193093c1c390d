import type { ApiUsage } from '@bedplate/contract';
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { liveSubscriptions } from '../../lib/live/live-registry.ts';
import { aPage, aProject, anAccount } from '../../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

vi.setConfig({ testTimeout: 30_000 });

const usage = (calls: number): { success: true; data: ApiUsage } => ({
  success: true,
  data: {
    usage: { usage: calls, reserved: 0, limit: 30_000, remaining: 0, uncertain: 0, refunded: 0, month: '202601', days: {}, forecast: null },
    limit: { tier: 'free', isActive: false, product: null, subscriptionStatus: 'none', expiresAt: null, stripeSubscriptionId: null },
    files: { bytes: 0, files: 0, pending: 0, kept: 0, limit: 0 },
    paymentMethod: null,
  },
});

function open(routes: FakeRoutes = {}) {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server here
  signInAs({ role: 'admin' });
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/projects/:id/collaborators': () => ({ success: true, data: [] }),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
    'GET /app/apiUsage': () => usage(120),
    'GET /app/apiUsage/user/total-usage': () => ({ success: true, data: 4000 }),
    ...routes,
  });
  return { ...server, ...renderApp('/project/p1/home') };
}

const panel = () => screen.findByRole('region', { name: 'API usage' });
const figure = (region: HTMLElement, term: string) => within(region).getByText(term).nextElementSibling?.textContent;

// Covers S1-2.2-06, S1-2.7-01, S1-2.7-02, S1-2.7-03
test('an admin sees calls, the plan’s limit and both with bought credits on the dashboard', async () => {
  open();
  const region = await panel();
  expect(await within(region).findByText('Total Count')).toBeVisible();
  expect(figure(region, 'Total Count')).toBe('120');
  expect(figure(region, 'Max Use')).toBe((30_000).toLocaleString());
  expect(await within(region).findByText((34_000).toLocaleString())).toBeVisible();
});

test('the figures follow the account and the counters of the month without a reload', async () => {
  let calls = 120;
  open({ 'GET /app/apiUsage': () => usage(calls) });
  const region = await panel();
  await within(region).findByText('120');
  const watched = liveSubscriptions().map(({ query }) => query);
  expect(watched).toContainEqual({ path: 'tenants/t1' });
  const counters = liveSubscriptions().find(({ query }) => query.path === 'usage');
  expect(counters?.query.where).toEqual([
    ['tenantId', 't1'],
    ['month', '202601'],
  ]);
  calls = 121;
  act(() => counters?.onSnapshot({ first: false, docs: [], changed: ['t1_202601'] }));
  expect(await within(region).findByText('121')).toBeVisible();
});

// Covers S1-8-26
test('a usage that cannot be loaded is logged; Try again reads it, and neither a toast nor the call’s text is shown', async () => {
  let isBroken = true;
  const { user } = open({
    'GET /app/apiUsage': () => (isBroken ? refuse('invalid-argument', 'The counters are out of reach.') : usage(7)),
  });
  const region = await panel();
  const again = await within(region).findByRole('button', { name: 'Try again' });
  expect(within(region).getByText('The usage could not be loaded.')).toBeVisible();
  expect(document.body.textContent).not.toContain('The counters are out of reach.');
  expect(console.warn).toHaveBeenCalledWith('The usage could not be loaded.', expect.anything());
  isBroken = false;
  await user.click(again);
  expect(await within(region).findByText('7')).toBeVisible();
});

test('bought credits that cannot be loaded fail the panel, which shows no sum without them', async () => {
  let isBroken = true;
  const { user } = open({
    'GET /app/apiUsage/user/total-usage': () => (isBroken ? refuse('invalid-argument', 'Out of reach.') : { success: true, data: 4000 }),
  });
  const region = await panel();
  const again = await within(region).findByRole('button', { name: 'Try again' });
  expect(within(region).queryByText((30_000).toLocaleString())).toBeNull();
  isBroken = false;
  await user.click(again);
  expect(await within(region).findByText((34_000).toLocaleString())).toBeVisible();
});
