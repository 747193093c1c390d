import type { Analytics } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const analytics: Analytics = {
  userStats: { total: 1200, last24Hours: 3, last7Days: 20, last30Days: 90 },
  uniqueVisitors: { total: 7, last24Hours: 5, daily: [{ date: '2026-01-02', count: '4' }] },
  mostVisitedPages: [{ path: '/about', count: '9' }],
  visitsPerPage: [{ name: '/about', count: '9' }],
  visitsPerCountry: [{ name: 'DE', count: '8' }],
  visitsPerDevice: [{ name: 'mobile', count: '6' }],
  visitsPerBrowser: [{ name: 'Firefox', count: '5' }],
  botVsHuman: [
    { name: 'human', count: '9' },
    { name: 'bot', count: '2' },
  ],
  documentation: [{ path: '/documentation/fields', useful: 1300, notUseful: 3 }],
};

// The page and its charts are chunks of their own, and large: loaded before, so that no wait of the
// test has to cover it.
beforeAll(() => Promise.all([import('./dashboard-page.tsx'), import('../../features/office/dashboard/visit-charts.tsx')]), 60_000);

// Covers S2-2.n-01, S2-2.n-02, S2-2.n-03, S2-2.n-04
test('the dashboard shows people, visitors by day, pages and the doughnuts in numbers', async () => {
  signInAs({ role: 'superadmin' });
  const { to } = fakeServer({
    'GET /app/superadmin/analytics': () => ({ success: true, data: analytics }),
    'GET /app/superadmin/pagevisits': () => aPage([]),
  });
  renderApp('/superadmin/dashboard');
  expect(await screen.findByText('1,200')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Unique visitors: 7' })).toBeVisible();
  expect(within(screen.getByRole('table', { name: 'Unique visitors' })).getByRole('row', { name: '2026-01-02 4' })).toBeVisible();
  expect(within(screen.getByRole('table', { name: 'Most visited pages' })).getByRole('row', { name: '/about 9' })).toBeVisible();
  const votes = within(screen.getByRole('table', { name: 'Pages of the documentation' }));
  expect(votes.getByRole('row', { name: '/documentation/fields 1,300 3' })).toBeVisible();
  for (const numbers of ['/about: 9', 'DE: 8', 'Phone: 6', 'Firefox: 5', 'Human: 9', 'Bot: 2'])
    await waitFor(() => expect(screen.getAllByText(numbers).length).toBeGreaterThan(0));
  expect(to('GET /app/superadmin/analytics')[0]?.query.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
});
