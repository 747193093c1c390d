import { messages } from '@bedplate/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { registeredHere } from '../features/account/registered-here.ts';
import { aPage } from '../testing/builders.ts';
import { fakeServer, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

async function fill(user: ReturnType<typeof renderApp>['user'], confirm = 'Secret-12') {
  await user.type(await screen.findByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'Secret-12');
  await user.type(screen.getByLabelText('Confirm Password'), confirm);
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}

// Covers S0-2.10-01, S0-7-22, S0-8-14
test('registering sends the form and shows where to look next', async () => {
  const { to } = fakeServer({
    'POST /app/authentication/register': () => Response.json({ success: true, message: messages.registered }, { status: 201 }),
  });
  const { user } = renderApp('/register');
  expect(await screen.findByRole('heading', { name: 'Create Account' })).toBeVisible();
  await fill(user);
  expect(await screen.findByText('You have successfully registered. An email has been sent to verify your account.')).toBeInTheDocument();
  expect(screen.getByText(/sent to ada@example.com .* In this browser it signs you in/)).toBeVisible();
  expect(to('POST /app/authentication/register')[0]?.body).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
    password: 'Secret-12',
    confirmPassword: 'Secret-12',
    role: 'admin',
    projectId: null,
    browser: registeredHere(),
  });
  expect(registeredHere()).toMatch(/^[0-9a-f]{32}$/);
});

test('when the mailed link has signed in another tab, the tab that waits for it leads to the projects', async () => {
  fakeServer({
    'POST /app/authentication/register': () => Response.json({ success: true, message: messages.registered }, { status: 201 }),
    'GET /app/projects': () => aPage([]),
  });
  const { user, address } = renderApp('/register');
  await fill(user);
  await screen.findByText(/sent to ada@example.com/);
  signInAs();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  await waitFor(() => expect(address()).toBe('/projects'));
});

// Covers S0-5-04
test('two different passwords are not sent', async () => {
  const { to } = fakeServer({});
  const { user } = renderApp('/register');
  await fill(user, 'Secret-13');
  expect(await screen.findByText('Password and Confirm password do not match.')).toBeVisible();
  expect(to('POST /app/authentication/register')).toEqual([]);
});

test('two different passwords are told beside what else is wrong, and no longer once the first is the second', async () => {
  fakeServer({});
  const { user } = renderApp('/register');
  await user.type(await screen.findByLabelText('Password'), 'Secret-12');
  await user.type(screen.getByLabelText('Confirm Password'), 'Secret-123');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Password and Confirm password do not match.')).toBeVisible();
  expect(screen.getByText('Enter a name.')).toBeVisible();
  await user.type(screen.getByLabelText('Password'), '3');
  await waitFor(() => expect(screen.getByLabelText('Confirm Password')).toBeValid());
});

// Covers S0-8-03
test('the server’s complaint stands at its field', async () => {
  fakeServer({
    'POST /app/authentication/register': () =>
      refuse('invalid-argument', 'The request is not valid.', [{ field: 'email', message: 'This domain takes no mail.' }]),
  });
  const { user } = renderApp('/register');
  await fill(user);
  expect(await screen.findByText('This domain takes no mail.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

// Covers S0-5-05, S0-6-09, S2-2.g-12, S0-6-12
test('an empty form is not sent, and there is neither a role nor a project to choose', async () => {
  const { to } = fakeServer({});
  const { user } = renderApp('/register');
  await user.click(await screen.findByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Enter a name.')).toBeVisible();
  for (const label of ['Role', 'Project', /^Active/]) expect(screen.queryByLabelText(label)).toBeNull();
  expect(to('POST /app/authentication/register')).toEqual([]);
});
