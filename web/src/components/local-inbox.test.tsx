import { messages, type PublicConfig } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aPage } from '../testing/builders.ts';
import { fakeServer, refuse } from '../testing/fake-server.ts';
import type { renderApp, signInAs } from '../testing/render-app.tsx';

const onOneMachine = { auth: '127.0.0.1:1', firestore: '127.0.0.1:2', storage: null, inbox: '127.0.0.1:1080' };
const firebase = { apiKey: 'k', projectId: 'p', authDomain: 'a', storageBucket: 'b' };

beforeEach(() => {
  vi.resetModules(); // the settings are read once per page load
});

async function open(path: string, emulators: PublicConfig['emulators']) {
  const app = await import('../testing/render-app.tsx');
  const config: PublicConfig = {
    firebase,
    googleClientId: null,
    stripePublishableKey: null,
    platform: { maintenance: null, off: [] },
    emulators,
  };
  const server = fakeServer({
    'GET /app/config': () => ({ success: true, data: config }),
    'POST /app/authentication/forgot-password': () => ({ success: true, message: messages.resetLinkSent }),
    'POST /app/authentication/check-2fa-setting': () => refuse('permission-denied', messages.notVerified),
    'POST /app/authentication/register': () => ({ success: true, message: messages.registered }),
    'GET /app/users': () => aPage([]),
  });
  if (path === '/users') (app.signInAs as typeof signInAs)();
  const { user } = (app.renderApp as typeof renderApp)(path);
  return { user, settingsAreRead: () => waitFor(() => expect(server.to('GET /app/config')).not.toEqual([])) };
}
type User = Awaited<ReturnType<typeof open>>['user'];

const told: [string, (user: User) => Promise<unknown>][] = [
  [
    '/register',
    async (user) => {
      await user.type(await screen.findByLabelText('Name'), 'Ada');
      await user.type(screen.getByLabelText('Email'), 'ada@example.com');
      await user.type(screen.getByLabelText('Password'), 'Secret-12');
      await user.type(screen.getByLabelText('Confirm Password'), 'Secret-12{Enter}');
      await screen.findByText(/sent to ada@example.com/);
    },
  ],
  [
    '/forgot-password',
    async (user) => {
      await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}');
      await screen.findByText(messages.resetLinkSent);
    },
  ],
  [
    '/login',
    async (user) => {
      await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
      await user.type(screen.getByLabelText('Password'), 'Secret-12{Enter}');
      await screen.findByText(messages.notVerified);
    },
  ],
  ['/users', () => screen.findByText('No Data')],
];

test.each(told)('on one machine %s opens the inbox that took the mail', async (path, isTold) => {
  const { user } = await open(path, onOneMachine);
  await isTold(user);
  const link = await screen.findByRole('link', { name: 'Open the local inbox' });
  expect(link).toHaveAttribute('href', 'http://127.0.0.1:1080');
  expect(link).toHaveAttribute('target', '_blank');
});

test.each(told)('in production %s knows of no such inbox', async (path, isTold) => {
  const { user, settingsAreRead } = await open(path, null);
  await isTold(user);
  await settingsAreRead();
  await new Promise((resolve) => setTimeout(resolve)); // the answer reaches the page
  expect(screen.queryByRole('link', { name: 'Open the local inbox' })).toBeNull();
});
