import type { PublicPlatform } from '@bedplate/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPage } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { noteServerTime, serverNow } from '../../lib/time/clock.ts';
import { signInAs } from '../../testing/render-app.tsx';
import { maintenanceTimes } from './maintenance-times.ts';

let platform: PublicPlatform;
beforeEach(() => {
  vi.resetModules(); // what is known of the platform lasts as long as the page
  platform = { maintenance: null, off: [] };
});

async function open(path: string) {
  fakeServer({
    'GET /app/config': () => ({ success: true, data: { platform } }),
    'GET /app/projects': () => aPage([]),
    'GET /app/superadmin/platform': () => new Response('', { status: 500 }),
  });
  const { renderApp } = await import('../../testing/render-app.tsx');
  return renderApp(path);
}

/** The person comes back to the page. */
const lookAgain = () => act(async () => void window.dispatchEvent(new Event('focus')));
const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
const notice = () => screen.queryByText(/^Maintenance/);

test.each(['/login', '/register', '/superadmin/login', '/projects'])(
  '%s tells of a maintenance, live and until it is over',
  async (path) => {
    if (path === '/projects') signInAs();
    await open(path);
    await screen.findByRole('heading', { level: 1 });
    expect(notice()).toBeNull();
    platform = { maintenance: { message: 'We move.', startsAt: inHours(1), endsAt: inHours(2), readOnly: true }, off: [] };
    await lookAgain();
    expect(await screen.findByText(/^Maintenance from/)).toBeVisible();
    expect(screen.getByText(/We move. Meanwhile you can read everything and change nothing./)).toBeVisible();
    platform = { maintenance: { message: 'We move.', startsAt: null, endsAt: inHours(2), readOnly: true }, off: [] };
    await lookAgain();
    expect(await screen.findByText(/^Maintenance until/)).toBeVisible();
    platform = { maintenance: null, off: [] };
    await lookAgain();
    await waitFor(() => expect(notice()).toBeNull());
  },
);

test('put away, it stays away until it changes or begins', async () => {
  platform = { maintenance: { message: 'We move.', startsAt: inHours(1), endsAt: null, readOnly: false }, off: [] };
  const { user } = await open('/login');
  await user.click(await screen.findByRole('button', { name: 'Hide this notice' }));
  expect(notice()).toBeNull();
  await lookAgain();
  expect(notice()).toBeNull();
  platform = { maintenance: { message: 'We move.', startsAt: inHours(-1), endsAt: null, readOnly: false }, off: [] };
  await lookAgain();
  expect(await screen.findByText('Maintenance is going on.')).toBeVisible();
});

test('what is switched off says so in place of its form', async () => {
  platform = { maintenance: null, off: ['registration', 'googleSignIn'] };
  const register = await open('/register');
  expect(await screen.findByText(/New accounts cannot be opened at the moment/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
  register.unmount();
  await open('/login');
  expect(await screen.findByText(/Sign-in with Google is switched off/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
});

test('times are local, with the day only where it is another', () => {
  const times = (startsAt: string | null, endsAt: string | null) => {
    const iso = (text: string | null) => text && new Date(text).toISOString();
    return maintenanceTimes({ startsAt: iso(startsAt), endsAt: iso(endsAt) }, new Date('2026-03-04T12:00'), 'en-GB');
  };
  expect(times('2026-03-04T22:00', '2026-03-04T23:00')).toEqual({ from: '22:00', to: '23:00' });
  expect(times('2026-03-05T22:00', '2026-03-05T23:00')).toEqual({ from: 'Thu 5 Mar, 22:00', to: '23:00' });
  expect(times('2026-03-04T22:00', '2026-03-05T01:00')).toEqual({ from: '22:00', to: 'Thu 5 Mar, 01:00' });
  expect(times(null, null)).toEqual({ from: '12:00', to: '' });
});

test.each([1, -1])('a computer clock that is %i days off does not change which day is named', (days) => {
  noteServerTime(Date.now() - days * 86_400_000);
  const soon = new Date(serverNow()).toISOString();
  expect(maintenanceTimes({ startsAt: soon, endsAt: null }, undefined, 'en-GB').from).toMatch(/^\d\d:\d\d$/);
  noteServerTime(Date.now());
});
