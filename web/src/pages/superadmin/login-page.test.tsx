import type { Role } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { officePages } from '../../testing/office-builders.ts';
import { aToken, renderApp, signInAs } from '../../testing/render-app.tsx';

// A login leads to the dashboard, a large chunk of its own: loaded before, so that no wait of the
// test has to cover it.
beforeAll(() => Promise.all([import('./dashboard-page.tsx'), import('../../features/office/dashboard/visit-charts.tsx')]), 60_000);

function open(role: Role, routes: Parameters<typeof fakeServer>[0] = {}, at = '/superadmin/login') {
  const server = fakeServer({
    'POST /app/authentication/check-2fa-setting': () => ({ success: true, data: { is_enable_two_factor: false } }),
    'POST /app/authentication/login': () => ({
      success: true,
      message: 'ok',
      accessToken: aToken({ role, projectId: null }),
      customToken: 'c',
      data: { id: 'u1', role, projectId: null },
    }),
    ...routes,
  });
  return { server, ...renderApp(at) };
}

async function logIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'sue@example.test');
  await user.type(screen.getByLabelText('Password'), 'Correct-horse-9');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

// Covers S2-2.m-01, S2-5-12
test('the page is headed "Admin Log In" and sends nothing without e-mail and password', async () => {
  const { server, user } = open('superadmin');
  expect(await screen.findByRole('heading', { name: 'Admin Log In' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  expect(server.to('POST /app/authentication/login')).toHaveLength(0);
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Show Password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

// Covers S2-2.m-02
test('a superadmin goes to the dashboard after two seconds', async () => {
  const { user, address } = open('superadmin');
  await logIn(user);
  await screen.findByText('Successfully Logged In. Redirecting to your dashboard...');
  expect(address()).toBe('/superadmin/login');
  await waitFor(() => expect(address()).toBe('/superadmin/dashboard'));
});

test.each(['admin', 'manager', 'developer', 'user'] as const)(
  // Covers S2-6-06
  'a %s is refused, keeps no token and is sent to /login after two seconds',
  async (role) => {
    const { user, address } = open(role);
    await logIn(user);
    expect(await screen.findByText('User Login Denied.')).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    await waitFor(() => expect(address()).toBe('/login'));
  },
);

// Covers S2-8-13, S2-8-14
test('a failed login shows the server’s message, a general one, or that no answer came', async () => {
  const answers = [
    () => refuse('unauthenticated', 'Invalid email or password.'),
    () => new Response('', { status: 500 }),
    () => Promise.reject(new TypeError('offline')),
  ];
  const { user } = open('superadmin', { 'POST /app/authentication/login': () => answers.shift()?.() ?? {} });
  await logIn(user);
  expect(await screen.findByText('Invalid email or password.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('An error occurred')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('An unexpected error occurred')).toBeVisible();
});

// Covers S0-2.12-07, S2-6-02
test.each(officePages)('a visitor of /superadmin/%s goes to /superadmin/login', async (page) => {
  fakeServer({});
  const { address } = renderApp(`/superadmin/${page}`);
  await waitFor(() => expect(address()).toBe('/superadmin/login'));
});

// Covers S0-2.12-06, S2-6-05
test.each(['admin', 'manager', 'developer', 'user'] as const)('a %s does not see the pages of staff', async (role) => {
  fakeServer({});
  signInAs({ role });
  const { address } = renderApp('/superadmin/users');
  await waitFor(() => expect(address()).toBe(role === 'admin' ? '/projects' : '/project/p1/home'));
});

// Covers S0-2.11-16
test('the menu of a superadmin leads to the thirteen pages, and behind a line to the tools', async () => {
  fakeServer({});
  signInAs({ role: 'superadmin' });
  renderApp('/superadmin/users');
  const [menu] = await screen.findAllByRole('navigation', { name: 'Main menu' });
  const links = [...(menu?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links.slice(0, officePages.length).sort()).toEqual(officePages.map((page) => `/superadmin/${page}`).sort());
  expect(links.slice(officePages.length)).toContain('/superadmin/operations');
  const line = menu?.querySelector('hr');
  expect(line?.nextElementSibling).toHaveAttribute('href', links[officePages.length]);
});

// Covers S0-4-17, S2-2.m-03
test('a superadmin who logs in at /login goes to the dashboard too', async () => {
  const { user, address } = open('superadmin', {}, '/login');
  await logIn(user);
  await waitFor(() => expect(address()).toBe('/superadmin/dashboard'));
});

// Covers S2-2.h-01
test.each(['admin', 'manager', 'developer', 'user'] as const)('a %s does not see the system logs', async (role) => {
  fakeServer({});
  signInAs({ role });
  const { address } = renderApp('/superadmin/logs');
  await waitFor(() => expect(address()).toBe(role === 'admin' ? '/projects' : '/project/p1/home'));
  expect(screen.queryByRole('link', { name: 'System Logs' })).toBeNull();
});
