import { messages } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { rememberRegistration } from '../features/account/registered-here.ts';
import { aPage } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { aToken, renderApp, signInAs } from '../testing/render-app.tsx';

// Covers S2-2.c-01, S2-2.c-02
test('the verification page calls without a bearer and shows the answer', async () => {
  signInAs();
  const { to } = fakeServer({ 'GET /app/verify/user/:token': () => ({ success: true, message: messages.verified }) });
  renderApp('/user/abc/verify');
  expect(await screen.findByText(messages.verified)).toBeVisible();
  expect(to('GET /app/verify/user/abc')[0]?.headers.get('authorization')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
});

const signIn = 'POST /app/authentication/:token/sign-in';

function openVerified(routes: FakeRoutes = {}) {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server to sign in to here
  const server = fakeServer({
    'GET /app/verify/user/:token': () => ({ success: true, message: messages.verified, key: 'verified' }),
    [signIn]: () => ({ success: true, accessToken: aToken(), customToken: 'custom', data: { id: 'u1', role: 'admin', projectId: null } }),
    'GET /app/projects': () => aPage([]),
    ...routes,
  });
  return { ...server, ...renderApp('/user/abc/verify') };
}

test('where the account was registered, the link signs in and leads to the first project', async () => {
  const browser = rememberRegistration();
  const { to, address } = openVerified();
  expect(await screen.findByText(messages.verified)).toBeVisible();
  expect(await screen.findByText('You are signed in. Your projects open in a moment.')).toBeVisible();
  expect(to(signIn)[0]?.body).toEqual({ browser });
  await waitFor(() => expect(address()).toBe('/projects'));
  expect(await screen.findByRole('button', { name: 'Create Project' })).toBeVisible();
});

test('a link that no longer signs in says that the address is verified, and leads to the login', async () => {
  rememberRegistration();
  const { to, address } = openVerified({ [signIn]: () => refuse('permission-denied', messages.alreadyVerified) });
  expect(await screen.findByText(messages.verified)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
  expect(to(signIn)).toHaveLength(1);
  expect(localStorage.getItem('token')).toBeNull();
  expect(address()).toBe('/user/abc/verify');
});

test.each([
  ['in another browser', () => {}],
  ['a day later', rememberLongAgo],
  ['where somebody is signed in', rememberAndSignIn],
])('%s the link verifies and signs nobody in', async (_, before) => {
  before();
  const token = localStorage.getItem('token');
  const { to } = openVerified();
  expect(await screen.findByText(messages.verified)).toBeVisible();
  expect(screen.queryAllByText('You are signed in as Grace Hopper.')).toHaveLength(token ? 1 : 0);
  expect(to(signIn)).toEqual([]);
  expect(localStorage.getItem('token')).toBe(token);
});

function rememberLongAgo(): void {
  vi.useFakeTimers({ now: Date.now() - 86_400_001, toFake: ['Date'] });
  rememberRegistration();
  vi.useRealTimers();
}

function rememberAndSignIn(): void {
  rememberRegistration();
  signInAs({ name: 'Grace Hopper' });
}

// Covers S2-2.c-05
test('an unknown verification link shows the failure', async () => {
  fakeServer({ 'GET /app/verify/user/:token': () => refuse('not-found', messages.verificationFailed) });
  renderApp('/user/abc/verify');
  expect(await screen.findByText(messages.verificationFailed)).toBeVisible();
});

// Covers S2-2.d-01, S2-2.d-02, S2-2.d-04
test('a valid reset link takes a new password and leads to the login', async () => {
  const { to } = fakeServer({
    'GET /app/authentication/:token/verify': () => ({ success: true }),
    'POST /app/authentication/:token/reset-password': () => ({ success: true, message: messages.passwordReset }),
  });
  const { user, address } = renderApp('/user/abc/reset-password');
  await user.type(await screen.findByLabelText('New Password'), 'Secret-12');
  await user.type(screen.getByLabelText('Confirm Password'), 'Secret-12');
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  expect(await screen.findByText(messages.passwordReset)).toBeInTheDocument();
  expect(to('POST /app/authentication/abc/reset-password')[0]?.body).toEqual({ password: 'Secret-12', confirm_password: 'Secret-12' });
  await waitFor(() => expect(address()).toBe('/login'));
});

test('who fears a stranger in the account says so, and starts afresh', async () => {
  const { to } = fakeServer({
    'GET /app/authentication/:token/verify': () => ({ success: true }),
    'POST /app/authentication/:token/reset-password': () => ({ success: true, message: messages.passwordReset }),
  });
  const { user } = renderApp('/user/abc/reset-password');
  await user.type(await screen.findByLabelText('New Password'), 'Secret-12');
  await user.type(screen.getByLabelText('Confirm Password'), 'Secret-12');
  await user.click(screen.getByLabelText(/^Somebody else may have used my account/));
  await user.click(screen.getByRole('button', { name: 'Set new password' }));
  await screen.findByText(messages.passwordReset);
  expect(to('POST /app/authentication/abc/reset-password')[0]?.body).toMatchObject({ start_afresh: true });
});

// Covers S2-2.d-03
test('an invalid reset link shows no password fields', async () => {
  fakeServer({ 'GET /app/authentication/:token/verify': () => new Response('{}', { status: 404 }) });
  renderApp('/user/abc/reset-password');
  expect(await screen.findByText('Invalid or expired token')).toBeVisible();
  expect(screen.queryByLabelText('New Password')).toBeNull();
});

// Covers S2-2.e-01, S2-2-01
test('a forgotten password is answered with a mailed link', async () => {
  const { to } = fakeServer({ 'POST /app/authentication/forgot-password': () => ({ success: true, message: messages.resetLinkSent }) });
  const { user } = renderApp('/forgot-password');
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('A reset password link has been sent to your email.')).toBeInTheDocument();
  expect(to('POST /app/authentication/forgot-password')[0]?.body).toEqual({ email: 'ada@example.com' });
});

// Covers S2-8-30
test('a failed request for a link is only logged: no text appears and the form stays usable', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { answer } = fakeServer({ 'POST /app/authentication/forgot-password': () => refuse('too-many-requests', 'Please wait a minute.') });
  const { user } = renderApp('/forgot-password');
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}');
  await waitFor(() => expect(warn).toHaveBeenCalledWith('The reset link was not asked for.', expect.anything()));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/wait a minute/)).toBeNull();
  expect(screen.queryByText(messages.resetLinkSent)).toBeNull();
  answer({ 'POST /app/authentication/forgot-password': () => ({ success: true, message: messages.resetLinkSent }) });
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(messages.resetLinkSent)).toBeVisible();
});

// Covers S2-2-01
test.each([
  ['unlock', 'Unlock', messages.unlocked],
  ['not-me', 'Lock the account', messages.lockedByOwner],
])('the page /%s of a mail waits for the person before it does anything', async (action, label, done) => {
  const call = `POST /app/authentication/abc/${action}` as const;
  const { to } = fakeServer({ [call]: () => ({ success: true, message: done }) });
  const { user, address } = renderApp(`/user/abc/${action}`);
  const button = await screen.findByRole('button', { name: label });
  expect(to(call)).toEqual([]);
  await user.click(button);
  expect(await screen.findByText(done)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login');
  expect(address()).toBe(`/user/abc/${action}`);
});
