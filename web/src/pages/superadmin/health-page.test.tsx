import { type HealthPart, type HealthReport, healthParts, healthSignals } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

// Chunks of their own: loaded before, so that no wait of a test has to cover it.
beforeAll(() => Promise.all([import('./health-page.tsx'), import('../../features/health/latency-line.tsx')]), 60_000);

const checkedAt = new Date().toISOString();
const now = { state: 'ok', since: checkedAt, checkedAt, reason: null } as const;

function aReport(change: Partial<HealthReport> = {}, mail: Partial<HealthPart> = {}): HealthReport {
  const recent = Array.from({ length: 288 }, (_, at) => (at < 286 ? null : 40));
  const part = { ...now, millis: 40, checks: 2, failed: 0, p50: 40, p95: 41, recent, days: [] };
  return {
    checkedAt,
    parts: healthParts.map((name) => ({ name, ...part, ...(name === 'mail' ? mail : {}) })),
    signals: healthSignals.map((name) => ({ name, ...now, value: 0 })),
    incidents: [],
    reconcile: null,
    creditSweepAt: null,
    backupDrill: null,
    data: { version: 2, latest: 2, changed: 0, startedAt: null, failure: null },
    ...change,
  };
}

const answer = (data: HealthReport) => () => ({ success: true, data });

test('each part is a region with its state, its answer times and its uptime in words', async () => {
  signInAs({ role: 'superadmin' });
  fakeServer({ 'GET /app/superadmin/health': answer(aReport()) });
  renderApp('/superadmin/health');
  expect(await screen.findByText(/^Everything works\. Last checked/)).toBeVisible();
  const card = within(screen.getByRole('region', { name: 'Firestore' }));
  expect(card.getByText('OK')).toBeVisible();
  expect(card.getByText('Median 40 ms, 95 % within 41 ms')).toBeVisible();
  expect(card.getByRole('figure', { name: 'Last 24 hours: 100 % up' })).toBeVisible();
  expect(card.getByRole('figure', { name: 'Last 90 days: No checks' })).toBeVisible();
  expect(screen.getByText('No incidents')).toBeVisible();
});

test('a part that answered none of its checks was checked all the same', async () => {
  signInAs({ role: 'superadmin' });
  const recent = Array.from({ length: 288 }, (_, at) => (at < 286 ? null : -1));
  fakeServer({ 'GET /app/superadmin/health': answer(aReport({}, { state: 'down', millis: null, p50: null, p95: null, recent })) });
  renderApp('/superadmin/health');
  const card = within(await screen.findByRole('region', { name: 'Mail' }));
  expect(card.getByText('No check was answered')).toBeVisible();
});

test('what is down says why, and its incident lasts', async () => {
  signInAs({ role: 'superadmin' });
  const incidents = [
    { name: 'mail', startedAt: checkedAt, endedAt: null, reason: 'connect ECONNREFUSED' },
    { name: 'outbox', startedAt: '2026-01-02T10:00:00Z', endedAt: '2026-01-02T10:25:00Z', reason: 'A mail has been waiting.' },
  ] as const;
  const recent = Array.from({ length: 288 }, (_, at) => (at < 286 ? 5 : -1));
  const down = { state: 'down', reason: 'connect ECONNREFUSED', millis: null, recent } as const;
  fakeServer({ 'GET /app/superadmin/health': answer(aReport({ incidents: [...incidents] }, down)) });
  renderApp('/superadmin/health');
  expect(await screen.findByText(/^Failing: Mail\. Last checked/)).toBeVisible();
  const card = within(screen.getByRole('region', { name: 'Mail' }));
  expect(card.getByText('connect ECONNREFUSED')).toBeVisible();
  expect(card.getByRole('figure', { name: 'Last 24 hours: 99.3 % up; 1 h ago: 2 of 12 checks failed' })).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Incidents of 90 days' }));
  expect(table.getByText('Not over')).toBeVisible();
  expect(table.getByText('25 min')).toBeVisible();
});

test('checks that have stopped are said, and before the first one the page says when it comes', async () => {
  signInAs({ role: 'superadmin' });
  const { answerWith } = stoppedServer();
  renderApp('/superadmin/health');
  expect(await screen.findByText(/^The checks have stopped/)).toBeVisible();
  answerWith(aReport({ checkedAt: null }));
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/^Nothing has been checked yet/)).toBeVisible();
});

function stoppedServer() {
  let report = aReport({ checkedAt: '2026-01-02T10:00:00Z' });
  report = { ...report, parts: report.parts.map((part) => ({ ...part, state: 'unknown' })) };
  fakeServer({
    'GET /app/superadmin/health': () => ({ success: true, data: report }),
    'POST /app/superadmin/health/check': () => ({ success: true, data: report }),
  });
  return { answerWith: (next: HealthReport) => (report = next) };
}

test('Check now asks for a check and shows what came out; one too soon says so', async () => {
  signInAs({ role: 'superadmin' });
  let asked = 0;
  fakeServer({
    'GET /app/superadmin/health': answer(aReport()),
    'POST /app/superadmin/health/check': () => {
      asked += 1;
      if (asked > 1)
        return Response.json({ success: false, message: 'Later.', error: { code: 'too-many-requests', requestId: 'r' } }, { status: 429 });
      return { success: true, data: aReport({}, { state: 'slow' }) };
    },
  });
  renderApp('/superadmin/health');
  const button = await screen.findByRole('button', { name: 'Check now' });
  await screen.findByText(/^Everything works/);
  await userEvent.click(button);
  expect(await screen.findByText(/^Slow: Mail\./)).toBeVisible();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  expect(await screen.findByText('A check was just made. Please wait half a minute.')).toBeVisible();
});

test('a report that does not come offers Try again', async () => {
  signInAs({ role: 'superadmin' });
  fakeServer({
    'GET /app/superadmin/health': () =>
      Response.json({ success: false, message: 'No.', error: { code: 'internal', requestId: 'r1' } }, { status: 500 }),
  });
  renderApp('/superadmin/health');
  expect(await screen.findByText('The state of the platform could not be loaded.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
