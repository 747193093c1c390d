import { messages } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '../lib/api/client.ts';
import { pageLoad } from '../lib/browser.ts';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, refuse } from '../testing/fake-server.ts';
import { aToken, renderApp, signInAs } from '../testing/render-app.tsx';

const server = () =>
  fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
  });

test.each(['/projects', '/users', '/administration', '/project/p1/home', '/project/p1/data-storage', '/project/p1/data-storage/s1/view'])(
  // Covers S0-2.12-01, S2-6-01
  'a visitor of %s goes to /login',
  async (path) => {
    server();
    const { address } = renderApp(path);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
  },
);

// Covers S0-2.12-02
test('an expired token that cannot be renewed counts as none', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  signInAs({ expiresIn: -60 });
  server();
  const { address } = renderApp('/projects');
  await waitFor(() => expect(address()).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
});

test.each(['not-a-token', 'a.b.c', `x.${btoa(JSON.stringify({ sub: 'u', exp: 9e9, role: 'owner' }))}.y`])(
  // Covers S0-2.12-02, S0-4-01
  'the token %j counts as none',
  async (token) => {
    localStorage.setItem('token', token);
    server();
    const { address } = renderApp('/projects');
    await waitFor(() => expect(address()).toBe('/login'));
  },
);

test.each([
  ['manager', '/project/p1/data-storage'],
  ['developer', '/projects'],
  ['user', '/administration'],
  ['developer', '/project/other/home'],
] as const)(
  // Covers S0-2.12-03, S0-2.12-04, S0-2.12-05, S2-6-04, S1-6-06
  'a %s at %s, with no page to go back to, lands in their own home',
  async (role, path) => {
    signInAs({ role });
    server();
    const { address } = renderApp(path);
    await waitFor(() => expect(address()).toBe('/project/p1/home'));
    expect(await screen.findByText('Welcome Ada Lovelace')).toBeVisible();
  },
);

test('D17 /project/{id} leads to its home', async () => {
  signInAs();
  server();
  const { address } = renderApp('/project/p1');
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

test('an address that does not exist says so and leads on', async () => {
  signInAs();
  server();
  renderApp('/nowhere');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Dashboard' })[0]).toHaveAttribute('href', '/projects');
});

// Covers S1-2-03
test('a stored role of admin gives a user’s token nothing', async () => {
  signInAs({ role: 'user' });
  localStorage.setItem('role', 'admin');
  const { to } = server();
  const { address } = renderApp('/projects');
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
  expect(screen.queryByRole('link', { name: /Projects|Users|Administration/ })).toBeNull();
  expect(to('GET /app/projects')).toEqual([]);
});

test('a page whose tab belongs to another person now is loaded again and shows nothing of the first one', async () => {
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  signInAs();
  server();
  renderApp('/projects');
  expect(await screen.findByRole('link', { name: aProject().name })).toBeVisible();
  signInAs({ userId: 'u2', name: 'Berta' });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText(aProject().name)).toBeNull();
});

test('a page that slept while another person signed in makes no call in their name', async () => {
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  signInAs();
  const { to } = server();
  renderApp('/projects');
  expect(await screen.findByRole('link', { name: aProject().name })).toBeVisible();
  signInAs({ userId: 'u2', name: 'Berta' }); // without the browser's event
  await act(async () => {
    await expect(api.post('/projects', { name: 'Hers?' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
  expect(to('POST /app/projects')).toEqual([]);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText(aProject().name)).toBeNull();
  expect(localStorage.getItem('userId')).toBe('u2');
});

test('a page whose browser has dropped what it kept goes to the login with the next call', async () => {
  signInAs();
  const { to } = server();
  const { address } = renderApp('/projects');
  expect(await screen.findByRole('link', { name: aProject().name })).toBeVisible();
  localStorage.clear(); // without an event
  await act(async () => {
    await expect(api.post('/projects', { name: 'Whose?' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
  expect(to('POST /app/projects')).toEqual([]);
  await waitFor(() => expect(address()).toBe('/login'));
});

test('a page of one account is not shown while staff view another one in a second tab', async () => {
  const reload = vi.spyOn(pageLoad, 'reload').mockReturnValue();
  signInAs({ tenantId: 't1' });
  server();
  renderApp('/projects');
  expect(await screen.findByRole('link', { name: aProject().name })).toBeVisible();
  signInAs({ tenantId: 't2' });
  act(() => void window.dispatchEvent(new Event('pageshow')));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByText(aProject().name)).toBeNull();
});

test('what one person has read is not shown to the next one who signs in', async () => {
  signInAs();
  const { answer } = server();
  const { router, address } = renderApp('/projects');
  expect(await screen.findByRole('link', { name: aProject().name })).toBeVisible();
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  await waitFor(() => expect(address()).toBe('/login'));
  await screen.findByLabelText('Email'); // until then the page before it still stands
  answer({ 'GET /app/projects': () => new Promise<Response>(() => {}) });
  signInAs({ userId: 'u2', name: 'Berta' });
  await act(() => router.navigate('/projects'));
  expect(await screen.findByText('Welcome Berta')).toBeVisible();
  expect(screen.queryByText(aProject().name)).toBeNull();
});

const login = {
  'POST /app/authentication/check-2fa-setting': () => ({ success: true, data: { is_enable_two_factor: false } }),
  'POST /app/authentication/login': () => ({
    success: true,
    accessToken: aToken(),
    customToken: 'custom',
    data: { id: 'u1', role: 'admin', projectId: null },
  }),
};

/** Types into a form that the server then refuses, as the session has ended. */
async function typeBeyondTheEnd() {
  vi.spyOn(console, 'warn').mockReturnValue(); // the Firebase SDK has no server to sign in to here
  signInAs();
  const fake = fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'POST /app/projects': () => refuse('unauthenticated', messages.sessionEnded),
    ...login,
  });
  const app = renderApp('/projects');
  await app.user.click(await screen.findByRole('button', { name: 'Create Project' }));
  const form = await screen.findByRole('dialog', { name: 'Create Project' });
  await app.user.type(within(form).getByLabelText(/^Name/), 'Hours of work');
  await app.user.keyboard('{Enter}');
  const again = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  return { ...app, ...fake, again };
}

test('what is typed outlasts the end of the session, and is sent once its person has signed in again', async () => {
  const { user, again, answer, to, address } = await typeBeyondTheEnd();
  expect(address()).toBe('/projects');
  await user.type(again.getByLabelText('Email'), 'ada@example.com');
  await user.type(again.getByLabelText('Password'), 'Secret-1{Enter}');
  const form = await screen.findByRole('dialog', { name: 'Create Project' });
  expect(within(form).getByLabelText(/^Name/)).toHaveValue('Hours of work');
  answer({ 'POST /app/projects': () => ({ success: true, message: 'Created.', data: aProject() }) });
  await user.click(within(form).getByRole('button', { name: 'Create Project' }));
  await waitFor(() => expect(to('POST /app/projects')[1]?.body).toMatchObject({ name: 'Hours of work' }));
});

test('a person with fewer rights after signing in again is told, keeps what was typed, and comes home from it', async () => {
  const { user, again, answer, address } = await typeBeyondTheEnd();
  const accessToken = aToken({ role: 'user', projectId: 'p1' });
  const signedIn = { success: true, accessToken, customToken: 'custom', data: { id: 'u1', role: 'user', projectId: 'p1' } };
  answer({
    'POST /app/authentication/login': () => signedIn,
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'POST /app/projects': () => refuse('permission-denied', messages.notAllowed),
  });
  await user.type(again.getByLabelText('Email'), 'ada@example.com');
  await user.type(again.getByLabelText('Password'), 'Secret-1{Enter}');
  expect(await screen.findByText('Your rights have changed: the page that was open here is no longer yours.')).toBeVisible();
  const form = within(await screen.findByRole('dialog', { name: 'Create Project' }));
  expect(form.getByLabelText(/^Name/)).toHaveValue('Hours of work');
  await user.click(form.getByRole('button', { name: 'Create Project' }));
  expect(await form.findByText(messages.notAllowed)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

test('whoever gives up what was typed comes to the login', async () => {
  const { user, again, address } = await typeBeyondTheEnd();
  await user.click(again.getByRole('button', { name: 'Discard what I typed' }));
  await waitFor(() => expect(address()).toBe('/login'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a page on which nothing is typed goes to the login when its session ends, which says so', async () => {
  signInAs();
  server();
  const { address } = renderApp('/projects');
  await screen.findByRole('link', { name: 'Apollo' });
  act(() => {
    localStorage.removeItem('token');
    window.dispatchEvent(new Event('storage')); // a logout in another tab
  });
  await waitFor(() => expect(address()).toBe('/login'));
  expect(await screen.findByText('Your session has ended. Log in again to go on where you were.')).toBeVisible();
});
