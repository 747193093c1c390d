import { messages } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPage, anAccount } from '../testing/builders.ts';
import { pageLoad } from '../lib/browser.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { asksBeforeLeaving } from '../testing/leaving.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

function open(routes: FakeRoutes = {}) {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server to renew the token at here
  signInAs();
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  const server = fakeServer({
    'GET /app/projects': () => aPage([]),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount() }),
    ...routes,
  });
  return { ...server, reload, ...renderApp('/administration') };
}

// Covers S2-2.a-02, S2-2.a-03
test('both keys are masked, and each toggle shows its own', async () => {
  const { user } = open();
  const apiKey = await screen.findByRole('group', { name: 'API key' });
  expect(screen.queryByText('bp_key_0123456789')).toBeNull();
  expect(screen.queryByText('bp_secret_9876543210')).toBeNull();
  await user.click(within(apiKey).getByRole('button', { name: 'Show API key' }));
  expect(within(apiKey).getByText('bp_key_0123456789')).toBeVisible();
  expect(screen.queryByText('bp_secret_9876543210')).toBeNull();
  await user.click(within(apiKey).getByRole('button', { name: 'Hide API key' }));
  expect(screen.queryByText('bp_key_0123456789')).toBeNull();
});

test('a masked key can be copied', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Copy Secret key' }));
  expect(await navigator.clipboard.readText()).toBe('bp_secret_9876543210');
});

// Covers S2-4-10, S2-2.a-06, S2-2.a-07
test('changing the keys asks first, then shows the new pair', async () => {
  const account = anAccount();
  const { user, to, reload } = open({
    'GET /app/users/getUser': () => ({ success: true, data: account }),
    'POST /app/authentication/changeUserKeys': () => {
      account.apiKey = 'bp_key_new';
      return { success: true, message: messages.keysChanged };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change API and Secret Keys' }));
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  expect(to('POST /app/authentication/changeUserKeys')).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Change API and Secret Keys' }));
  await user.click(screen.getByRole('button', { name: 'Change keys' }));
  expect(await screen.findByText(messages.keysChanged)).toBeVisible();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await user.click(await screen.findByRole('button', { name: 'Show API key' }));
  expect(await screen.findByText('bp_key_new')).toBeVisible();
});

// Covers S2-8-12
test('a refused key change says so, and then why', async () => {
  const { user } = open({ 'POST /app/authentication/changeUserKeys': () => refuse('conflict', 'The keys have just been changed.') });
  await user.click(await screen.findByRole('button', { name: 'Change API and Secret Keys' }));
  await user.click(screen.getByRole('button', { name: 'Change keys' }));
  expect(await screen.findByText('Something went wrong when trying to change the keys. The keys have just been changed.')).toBeVisible();
});

// Covers S2-8-12
test('a failed key change says so', async () => {
  const { user } = open({ 'POST /app/authentication/changeUserKeys': () => new Response('{}', { status: 500 }) });
  await user.click(await screen.findByRole('button', { name: 'Change API and Secret Keys' }));
  await user.click(screen.getByRole('button', { name: 'Change keys' }));
  expect(await screen.findByText('Something went wrong when trying to change the keys.')).toBeVisible();
});

test('why a log out everywhere was refused is not told when it is asked for again', async () => {
  const { user } = open({ 'DELETE /app/users/sessions': () => refuse('conflict', 'The sessions are being ended already.') });
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  const question = within(await screen.findByRole('dialog', { name: 'Log out everywhere?' }));
  await user.click(question.getByRole('button', { name: 'Log out everywhere' }));
  expect(await question.findByText('The sessions are being ended already.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Stay logged in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Log out everywhere' }));
  await screen.findByRole('dialog', { name: 'Log out everywhere?' });
  expect(screen.queryByText('The sessions are being ended already.')).toBeNull();
});

// Covers S2-4-09, S2-2.a-13, S2-2.a-14, S2-2.a-16, S2-2.a-17
test('the settings save name and second factor; the e-mail is read-only', async () => {
  const { user, to, reload } = open({ 'PUT /app/users/updateUser': () => ({ success: true, message: messages.accountUpdated }) });
  const name = await screen.findByLabelText('Name');
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  await user.clear(name);
  await user.type(name, 'Ada King');
  await user.click(screen.getByLabelText(/^Two-factor authentication/));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(messages.accountUpdated)).toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(to('PUT /app/users/updateUser')[0]?.body).toEqual({
    name: 'Ada King',
    password: '',
    password_confirm: '',
    is_enable_two_factor: true,
  });
});

// Covers S2-2.a-15
test('a password that is refused is marked at its field', async () => {
  const { user } = open({
    'PUT /app/users/updateUser': () =>
      refuse('invalid-argument', 'Not valid.', [{ field: 'password', message: 'Choose another password.' }]),
  });
  await user.type(await screen.findByLabelText('New Password'), 'Secret-12');
  await user.type(screen.getByLabelText('Password confirmation'), 'Secret-12');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Choose another password.')).toBeVisible();
});

// Covers S2-8-11
test('a user that cannot be fetched says so', async () => {
  open({ 'GET /app/users/getUser': () => refuse('internal', '') });
  expect(await screen.findByText('Something went wrong when trying to fetch the user.')).toBeVisible();
});

test.each([
  // Covers S2-5-01
  ['differ', 'Secret-12', 'Secret-13', { field: 'password_confirm', message: 'Password and Confirm password do not match.' }],
  // Covers S2-5-02
  ['are weak', 'abc', 'abc', { field: 'password', message: 'A password needs at least 8 characters.' }],
])('passwords that %s are sent, and the server’s message is shown', async (_, password, confirmation, problem) => {
  const { user, to } = open({ 'PUT /app/users/updateUser': () => refuse('invalid-argument', problem.message, [problem]) });
  await user.type(await screen.findByLabelText('New Password'), password);
  await user.type(screen.getByLabelText('Password confirmation'), confirmation);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(problem.message)).toBeVisible();
  expect(to('PUT /app/users/updateUser')[0]?.body).toMatchObject({ password, password_confirm: confirmation });
});

test('when the server asks who is there, the present password is sent along', async () => {
  const { user, to, answer } = open({
    'PUT /app/users/updateUser': () =>
      refuse('invalid-argument', messages.confirmIdentity, [{ field: 'current_password', message: messages.confirmIdentity }]),
  });
  await user.click(await screen.findByLabelText(/^Two-factor authentication/));
  expect(screen.queryByLabelText('Current Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(messages.confirmIdentity)).toBeVisible();
  answer({ 'PUT /app/users/updateUser': () => ({ success: true, message: messages.accountUpdated }) });
  await user.type(screen.getByLabelText('Current Password'), 'Secret-1');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(messages.accountUpdated)).toBeInTheDocument();
  expect(screen.queryByLabelText('Current Password')).toBeNull();
  expect(to('PUT /app/users/updateUser')[1]?.body).toMatchObject({ current_password: 'Secret-1', is_enable_two_factor: true });
});

test('an account without keys is offered a pair', async () => {
  const { user, to } = open({
    'GET /app/users/getUser': () => ({ success: true, data: anAccount({ apiKey: null, secretKey: null }) }),
    'POST /app/authentication/changeUserKeys': () => ({ success: true, message: messages.keysChanged }),
  });
  expect(await screen.findByText('No keys yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create keys' }));
  expect(await screen.findByText(messages.keysChanged)).toBeVisible();
  expect(to('POST /app/authentication/changeUserKeys')).toHaveLength(1);
});

test('a name is saved without what another tab may have changed meanwhile', async () => {
  const { user, to } = open({ 'PUT /app/users/updateUser': () => ({ success: true, message: messages.accountUpdated }) });
  await user.type(await screen.findByLabelText('Name'), ' King');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(messages.accountUpdated)).toBeInTheDocument();
  expect(to('PUT /app/users/updateUser')[0]?.body).toEqual({ name: 'Ada Lovelace King', password: '', password_confirm: '' });
});

test('a wrong mailed code is told at its field, and the person stays signed in', async () => {
  const problem = (field: string, message: string) => refuse('invalid-argument', message, [{ field, message }]);
  const { user, to, answer, address } = open({
    'PUT /app/users/updateUser': () => problem('twoFactorCode', messages.confirmByCode),
    'POST /app/users/confirmation-code': () => ({ success: true, message: messages.twoFactorSent }),
  });
  await user.click(await screen.findByLabelText(/^Two-factor authentication/));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const sendCode = await screen.findByRole('button', { name: 'Email me a code' });
  expect(screen.queryByLabelText('Current Password')).toBeNull();
  act(() => {
    sendCode.click();
    sendCode.click();
  });
  answer({ 'PUT /app/users/updateUser': () => problem('twoFactorCode', messages.twoFactorWrong) });
  await user.type(await screen.findByLabelText('Code from the email'), '123456');
  expect(to('POST /app/users/confirmation-code')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(messages.twoFactorWrong)).toBeVisible();
  expect(address()).toBe('/administration');
});

test('two presses end a session once', async () => {
  const session = { userAgent: 'Firefox', ip: '192.0.2.1', createdAt: '2026-02-03T04:05:06.000Z', expiresAt: '2026-03-03T04:05:06.000Z' };
  const { to } = open({
    'GET /app/users/sessions': () => ({ success: true, data: [{ ...session, id: 'other', current: false }] }),
    'DELETE /app/users/sessions/other': () => ({ success: true, message: messages.sessionClosed }),
  });
  const end = await screen.findByRole('button', { name: /^End/ });
  act(() => {
    end.click();
    end.click();
  });
  expect(await screen.findByText(messages.sessionClosed)).toBeVisible();
  expect(to('DELETE /app/users/sessions/other')).toHaveLength(1);
});

test('settings ask before a closed tab loses them, and no more once they are stored', async () => {
  const { user } = open({ 'PUT /app/users/updateUser': () => ({ success: true, message: messages.accountUpdated }) });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(asksBeforeLeaving()).toBe(false);
  await user.type(name, ' Byron');
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});
