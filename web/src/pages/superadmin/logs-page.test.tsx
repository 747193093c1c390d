import type { SystemLogRow } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { onAPhone } from '../../testing/on-a-phone.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const entry = (at: number): SystemLogRow => ({
  id: `l${at}`,
  level: at === 0 ? 'error' : 'info',
  timestamp: '2026-01-02T03:04:05.000Z',
  message: `event.${at}`,
  error: at === 0 ? { name: 'TypeError', message: 'x is undefined', stack: 'at f (a.ts:1:1)' } : null,
  fileName: at === 0 ? 'a.ts' : null,
  callerFunction: at === 0 ? 'f' : null,
  requestId: null,
  fields: {},
});

function open() {
  signInAs({ role: 'superadmin' });
  const server = fakeServer({
    'GET /app/logs': () => ({ success: true, data: Array.from({ length: 12 }, (_, at) => entry(at)) }),
    'GET /app/superadmin/audit': () => aPage([]),
  });
  return { server, ...renderApp('/superadmin/logs') };
}

// Covers S2-2.h-03, S2-2.h-04
test('the page asks for a day past every cache; Refresh asks again', async () => {
  const { server, user } = open();
  await screen.findByText('event.0');
  const [call] = server.to('GET /app/logs');
  expect(call?.query.get('date')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(call?.query.get('timestamp')).toMatch(/^\d+$/);
  expect(call?.headers.get('cache-control')).toBe('no-cache');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(server.to('GET /app/logs')).toHaveLength(2));
});

test('entries stand in three columns', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'System Logs' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['When', 'Level', 'What']);
  const [first] = within(table).getAllByRole('row').slice(1);
  expect(
    within(first as HTMLElement)
      .getAllByRole('cell')
      .slice(1)
      .map((cell) => cell.textContent),
  ).toEqual(['error', 'event.0Reason: TypeError · File: a.ts · Function: fSee More']);
});

test('on a phone entries are cards', async () => {
  onAPhone();
  open();
  const list = await screen.findByRole('list', { name: 'System Logs' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  expect(screen.queryByRole('table', { name: 'System Logs' })).toBeNull();
});

// Covers S2-2.h-05, S2-2.h-07, S2-2.h-08, S2-2.h-09
test('an error shows its reason and place, its detail on demand; levels filter', async () => {
  const { user } = open();
  expect(await screen.findByText(/Reason: TypeError · File: a.ts · Function: f/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'See More' }));
  expect(screen.getByText(/x is undefined/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'See Less' }));
  expect(screen.queryByText(/x is undefined/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Level'), 'info');
  expect(screen.queryByText('event.0')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Level'), 'error');
  expect(screen.getByText('event.0')).toBeVisible();
  expect(screen.queryByText('event.1')).toBeNull();
});

// Covers S2-2.h-10
test('entries come ten a page without another call', async () => {
  const { server, user } = open();
  await screen.findByText('event.9');
  expect(screen.queryByText('event.10')).toBeNull();
  await user.click(screen.getByRole('button', { name: /page 2/i }));
  expect(await screen.findByText('event.10')).toBeVisible();
  expect(server.to('GET /app/logs')).toHaveLength(1);
});

// Covers S2-2.h-02
test('the date picker takes no day after today; another day is kept in the address', async () => {
  const { server, user, address } = open();
  const date = await screen.findByLabelText('Date');
  await user.clear(date);
  await user.type(date, '01/01/2999');
  await waitFor(() => expect(date).toBeInvalid());
  await user.clear(date);
  await user.type(date, '01/02/2026');
  await waitFor(() => expect(server.to('GET /app/logs').at(-1)?.query.get('date')).toBe('2026-01-02'));
  expect(server.to('GET /app/logs').some(({ query }) => query.get('date')?.startsWith('2999'))).toBe(false);
  expect(address()).toBe('/superadmin/logs?date=2026-01-02');
});
