import { type LoginAnswer, messages, type PublicConfig } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { aToken, type renderApp } from '../../testing/render-app.tsx';

const firebase = { apiKey: 'k', projectId: 'p', authDomain: 'a', storageBucket: 'b' };
const emulators = { auth: '127.0.0.1:1', firestore: '127.0.0.1:1', storage: null, inbox: null };
const answer: LoginAnswer = {
  success: true,
  message: messages.loggedIn,
  accessToken: aToken({ role: 'developer', projectId: 'p1' }),
  customToken: 'custom',
  data: { id: 'u1', role: 'developer', projectId: 'p1' },
};

let config: PublicConfig;

beforeEach(() => {
  vi.resetModules(); // the settings are read once per page load
  vi.spyOn(console, 'warn').mockReturnValue();
  config = { firebase, googleClientId: null, stripePublishableKey: null, platform: { maintenance: null, off: [] }, emulators };
});

function refuseClient(): never {
  throw new Error('bad client');
}

async function open(routes: FakeRoutes = {}, path: '/login' | '/register' = '/login') {
  const { renderApp: render } = await import('../../testing/render-app.tsx');
  const server = fakeServer({ 'GET /app/config': () => ({ success: true, data: config }), ...routes });
  const app = (render as typeof renderApp)(path);
  const button = await screen.findByRole('button', { name: 'Sign in with Google' });
  await waitFor(() => expect(server.to('GET /app/config').length).toBe(1));
  return { ...server, ...app, button };
}

async function chooseLocal(opened: Awaited<ReturnType<typeof open>>) {
  await waitFor(async () => {
    await opened.user.click(opened.button);
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });
  const dialog = screen.getByRole('dialog');
  await opened.user.type(dialog.querySelector('input[name="name"]') as HTMLElement, 'Gina');
  await opened.user.type(dialog.querySelector('input[name="email"]') as HTMLElement, 'gina@example.com');
  await opened.user.click(screen.getByRole('button', { name: 'Continue' }));
}

// Covers S0-2.9-04, S0-4-18
test('signing in with Google leads to the page of the role after 2 s', async () => {
  const opened = await open({ 'POST /app/authentication/google-login': () => answer });
  await chooseLocal(opened);
  expect(await screen.findByText(messages.loggedIn)).toBeVisible();
  expect(opened.address()).toBe('/login');
  await waitFor(() => expect(opened.address()).toBe('/project/p1/home'));
  const bodies = opened
    .to('POST /app/authentication/google-login')
    .map(({ body }) => body as { googleData: { credential: string; nonce: string } });
  const googleData = bodies[0]?.googleData ?? { credential: '', nonce: '' };
  expect(JSON.parse(googleData.credential)).toMatchObject({ email: 'gina@example.com', email_verified: true, nonce: googleData.nonce });
});

test('Google on Register opens the account and leads into it, after the code where one is asked for', async () => {
  const call = 'POST /app/authentication/google-login';
  const asked = { success: true, message: messages.twoFactorSent, data: { is_enable_two_factor: true, resendInSeconds: 60 } };
  const hasCode = (body: unknown) => Boolean((body as { twoFactorCode: string | null }).twoFactorCode);
  const opened = await open({ [call]: ({ body }) => (hasCode(body) ? answer : asked) }, '/register');
  await chooseLocal(opened);
  await opened.user.type(await screen.findByLabelText('Code from the email'), '123456{Enter}');
  expect(await screen.findByText(messages.loggedIn)).toBeVisible();
  await waitFor(() => expect(opened.address()).toBe('/project/p1/home'));
  expect(opened.to('POST /app/authentication/register')).toEqual([]);
});

test('what goes wrong with Google on Register is said there', async () => {
  const refused = () => refuse('unauthenticated', messages.googleUnverified);
  const opened = await open({ 'POST /app/authentication/google-login': refused }, '/register');
  await chooseLocal(opened);
  expect(await screen.findByText(messages.googleUnverified)).toBeVisible();
});

// Covers S0-4-19
test('with two-factor on the code is asked for, and sent with the same credential', async () => {
  const opened = await open({
    'POST /app/authentication/google-login': ({ body }) =>
      (body as { twoFactorCode: string | null }).twoFactorCode
        ? answer
        : { success: true, message: messages.twoFactorSent, data: { is_enable_two_factor: true, resendInSeconds: 60 } },
  });
  await chooseLocal(opened);
  await opened.user.type(await screen.findByLabelText('Code from the email'), '123456{Enter}');
  expect(await screen.findByText(messages.loggedIn)).toBeVisible();
  const [first, second] = opened.to('POST /app/authentication/google-login').map((call) => call.body as { googleData: object });
  expect(second).toEqual({ googleData: first?.googleData, twoFactorCode: '123456' });
});

test.each([
  // Covers S0-8-08
  ['a refusal without words', () => refuse('unauthenticated', ''), messages.googleFailed],
  // Covers S0-8-09
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), messages.googleUnexpected],
  ['the server’s words', () => refuse('unauthenticated', messages.googleUnverified), messages.googleUnverified],
])('%s is shown', async (_, handler, text) => {
  const opened = await open({ 'POST /app/authentication/google-login': handler });
  await chooseLocal(opened);
  expect(await screen.findByText(text)).toBeVisible();
});

test('a name that was typed in the local dialog is not thrown away without a question', async () => {
  const opened = await open();
  await waitFor(async () => {
    await opened.user.click(opened.button);
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });
  await opened.user.type(screen.getByRole('dialog').querySelector('input[name="name"]') as HTMLElement, 'Gina');
  await opened.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Keep editing' })).toBeVisible();
});

// Covers S0-8-07
test('while Google’s script has not loaded the button says so, and never opens the local dialog', async () => {
  config = { firebase, googleClientId: 'client-1', stripePublishableKey: null, platform: { maintenance: null, off: [] }, emulators: null };
  const { user, button } = await open();
  await waitFor(async () => {
    await user.click(button);
    expect(screen.getByText('Google API not loaded')).toBeVisible();
  });
  expect(document.querySelector('script[src="https://accounts.google.com/gsi/client"]')).not.toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

// Covers S0-8-06
test('a client that cannot be initialised says so', async () => {
  config = { firebase, googleClientId: 'client-1', stripePublishableKey: null, platform: { maintenance: null, off: [] }, emulators: null };
  vi.stubGlobal('google', { accounts: { id: { initialize: refuseClient, renderButton: () => undefined } } });
  await open();
  expect(await screen.findByText('Failed to initialize Google login')).toBeVisible();
  vi.unstubAllGlobals();
});
