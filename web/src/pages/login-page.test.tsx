import { messages, timings } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPage } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { aToken, renderApp, signInAs } from '../testing/render-app.tsx';

function server(more: FakeRoutes = {}) {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server to sign in to here
  return fakeServer({
    'POST /app/authentication/check-2fa-setting': () => ({ success: true, data: { is_enable_two_factor: false } }),
    'POST /app/authentication/login': () => ({
      success: true,
      message: messages.loggedIn,
      accessToken: aToken(),
      customToken: 'custom',
      data: { id: 'u1', role: 'admin', projectId: null },
    }),
    'GET /app/projects': () => aPage([]),
    ...more,
  });
}

async function logIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
}

// Covers S0-2.9-01, S0-2.9-02
test('the password is hidden until its toggle shows it', async () => {
  server();
  const { user } = renderApp('/login');
  const password = await screen.findByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show Password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide Password' }));
  expect(password).toHaveAttribute('type', 'password');
});

// Covers S0-2.9-03, S0-2.9-05
test('the page links the forgotten password, the registration and the website', async () => {
  server();
  renderApp('/login');
  expect(await screen.findByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot-password');
  expect(screen.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register');
  expect(screen.getByRole('link', { name: 'Visit our Website' })).toHaveAttribute('href', '/');
});

test('the page that a visitor asked for is open after the login, with what its address says', async () => {
  server();
  const { user, address } = renderApp('/projects?page=2');
  await logIn(user);
  await waitFor(() => expect(address()).toBe('/projects?page=2'));
});

test('a page that the role may not open leads home after the login, not back to where the visitor came from', async () => {
  server({
    'POST /app/authentication/login': () => ({
      success: true,
      message: messages.loggedIn,
      accessToken: aToken({ role: 'developer', projectId: 'p1' }),
      customToken: 'custom',
      data: { id: 'u1', role: 'developer', projectId: 'p1' },
    }),
  });
  vi.stubGlobal('navigation', { canGoBack: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  const back = vi.spyOn(window.history, 'back');
  const { user, address } = renderApp('/projects');
  await logIn(user);
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
  expect(back).not.toHaveBeenCalled();
});

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 7])('%j is no page of the console: the login leads home', async (wanted) => {
  server();
  const { user, address, router } = renderApp('/register');
  await router.navigate('/login', { state: { wanted } });
  await logIn(user);
  await waitFor(() => expect(address()).toBe('/projects'));
});

// Covers S0-4-07, S0-4-08, S0-8-13, S0-3-16, S0-4-15
test('without a second factor the login follows at once, then the projects after 2 s', async () => {
  const { calls } = server();
  const { user, address } = renderApp('/login');
  await logIn(user);
  expect(await screen.findByText('Successfully Logged In. Redirecting to your dashboard...')).toBeVisible();
  expect(
    calls
      .map((call) => call.path)
      .filter((path) => path !== '/app/config')
      .slice(0, 2),
  ).toEqual(['/app/authentication/check-2fa-setting', '/app/authentication/login']);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([localStorage.getItem('userId'), localStorage.getItem('role'), localStorage.getItem('prjId')]).toEqual(['u1', 'admin', '']);
  expect(address()).toBe('/login');
  await waitFor(() => expect(address()).toBe('/projects'));
});

// Covers S0-2.9-06, S0-4-11, S0-4-09, S0-8-12
test('with a second factor the code completes the login, and another one can be had only later', async () => {
  const { to } = server({ 'POST /app/authentication/check-2fa-setting': () => ({ success: true, data: { is_enable_two_factor: true } }) });
  const { user } = renderApp('/login');
  await logIn(user);
  expect(await screen.findByRole('dialog', { name: 'Two-factor authentication' })).toBeVisible();
  expect(screen.getByText('A two-factor authentication code has been sent to your email.')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.getByRole('button', { name: /Send a new code in \d+ s/ })).toBeDisabled();
  await user.type(screen.getByLabelText('Code from the email'), '123 456{Enter}');
  expect(await screen.findByText(messages.loggedIn)).toBeVisible();
  expect(to('POST /app/authentication/login')[0]?.body).toMatchObject({
    email: 'ada@example.com',
    password: 'Secret-1',
    twoFactorCode: '123456',
  });
});

test.each([
  // Covers S0-8-03
  ['the server’s words', () => refuse('unauthenticated', 'Invalid email or password.'), 'Invalid email or password.'],
  // Covers S0-8-04
  ['a failure without words', () => new Response('{}', { status: 500 }), 'An error occurred'],
  // Covers S0-8-05
  ['no answer at all', () => Promise.reject(new TypeError('offline')), 'An unexpected error occurred'],
])('a failed login shows %s', async (_, answer, text) => {
  server({ 'POST /app/authentication/check-2fa-setting': answer });
  const { user } = renderApp('/login');
  await logIn(user);
  expect(await screen.findByText(text)).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
});

// Covers S0-4-04
test('an account that is not verified yet can have its mail sent again', async () => {
  const { to } = server({
    'POST /app/authentication/check-2fa-setting': () => refuse('permission-denied', messages.notVerified),
    'POST /app/authentication/resend-verification': () => ({ success: true, message: messages.verificationSent }),
  });
  const { user } = renderApp('/login');
  await logIn(user);
  await user.click(await screen.findByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByText(messages.verificationSent)).toBeVisible();
  expect(to('POST /app/authentication/resend-verification')[0]?.body).toEqual({ email: 'ada@example.com' });
});

// Covers S0-5-08
test('an empty form sends nothing and focuses the first wrong field', async () => {
  const { calls } = server();
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Enter an email address.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(calls.filter(({ path }) => path.startsWith('/app/authentication'))).toEqual([]);
});

test.each(['manager', 'developer', 'user'] as const)(
  // Covers S0-4-16
  'a %s is taken to their own project 2 s after the success message',
  async (role) => {
    let answeredAt = Number.NaN;
    server({
      'POST /app/authentication/login': () => {
        answeredAt = Date.now();
        return {
          success: true,
          message: messages.loggedIn,
          accessToken: aToken({ role, projectId: 'p1' }),
          customToken: 'custom',
          data: { id: 'u1', role, projectId: 'p1' },
        };
      },
    });
    const { user, address } = renderApp('/login');
    await logIn(user);
    expect(await screen.findByText(messages.loggedIn)).toBeVisible();
    expect(address()).toBe('/login');
    await waitFor(() => expect(address()).toBe('/project/p1/home'));
    expect(Date.now() - answeredAt).toBeGreaterThanOrEqual(timings.loginRedirect);
  },
);

test.each(['/login', '/register'])('%s tells people who are signed in so, and leads them on', async (path) => {
  signInAs();
  server();
  const { user, address } = renderApp(path);
  const note = await screen.findByRole('note');
  expect(note).toHaveTextContent('You are signed in as Ada Lovelace.');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(address()).toBe('/projects'));
});
