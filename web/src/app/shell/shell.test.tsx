import { messages } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageLoad } from '../../lib/browser.ts';
import { liveSubscriptions } from '../../lib/live/live-registry.ts';
import { aPage, aProject } from '../../testing/builders.ts';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const server = () =>
  fakeServer({
    'GET /app/projects': () => aPage([aProject(), aProject({ id: 'p2', name: 'Gemini' })]),
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/projects/:id/collaborators': () => ({ success: true, data: [] }),
    'GET /app/project/:id/dataStorages': () => aPage([]),
    'POST /app/authentication/logout': () => ({ success: true, message: messages.loggedOut }),
  });

// Covers S0-2.11-08
test('the header welcomes the person by the name in the token', async () => {
  signInAs({ name: 'Grace Hopper' });
  server();
  renderApp('/projects');
  expect(await screen.findByText('Welcome Grace Hopper')).toBeVisible();
});

test.each([
  [
    'admin',
    [
      'Home',
      'Data Storage',
      'Endpoints',
      'Webhooks',
      'Sandbox',
      'File Storage',
      'Keys & access',
      'Archived Storage',
      'Backups',
      'Trash',
      'Requests',
      'Reporting',
    ],
  ],
  [
    'developer',
    ['Home', 'Data Storage', 'Endpoints', 'Webhooks', 'Sandbox', 'File Storage', 'Keys & access', 'Archived Storage', 'Trash', 'Requests'],
  ],
  ['user', ['Home', 'Data Storage', 'Endpoints']],
  ['manager', ['Home', 'Reporting']],
  // Covers S0-2.11-11, S0-2.11-12, S0-2.11-13, S0-2.11-14
] as const)('inside a project a %s sees %j', async (role, entries) => {
  signInAs({ role });
  server();
  renderApp('/project/p1/home');
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(entries);
});

// Covers S0-2.11-15
test('outside a project an admin sees the account pages and Logout', async () => {
  signInAs();
  server();
  renderApp('/projects');
  const menu = await screen.findByRole('navigation', { name: 'Main menu' });
  expect(
    within(menu)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Projects', 'Users', 'Administration', 'Archived Project', 'Feedback']);
  expect(within(menu).getByRole('button', { name: 'Logout' })).toBeVisible();
});

// Covers S0-2.11-09, S0-2.11-10
test('the sidebar collapses, expands and remembers it', async () => {
  signInAs();
  server();
  const { user } = renderApp('/projects');
  await user.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
  expect(localStorage.getItem('sidebarOpen')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Expand sidebar' }));
  expect(localStorage.getItem('sidebarOpen')).toBe('true');
});

// Covers S0-2.11-17, S0-2.11-19, S1-2.1-17
test('the breadcrumb of an admin begins with Projects', async () => {
  signInAs();
  server();
  renderApp('/project/p1/data-storage');
  const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' });
  await waitFor(() => expect(breadcrumb).toHaveTextContent('Projects>Apollo>Data Storage'));
});

// Covers S0-2.11-20
test('no id of the path stands in the breadcrumb', async () => {
  signInAs();
  server();
  renderApp('/project/p1/data-storage/s1/view');
  const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' });
  await waitFor(() => expect(breadcrumb).toHaveTextContent(/^Projects>Apollo>Data Storage>View$/));
});

// Covers S0-2.11-19
test('the breadcrumb of a folder names it, and leads back to the folders', async () => {
  signInAs();
  server();
  renderApp('/project/p1/file-storage/users');
  const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' });
  await waitFor(() => expect(breadcrumb).toHaveTextContent(/^Projects>Apollo>File Storage>Users$/));
  expect(within(breadcrumb).getByRole('link', { name: 'File Storage' })).toHaveAttribute('href', '/project/p1/file-storage');
});

test.each([
  ['developer', 'data-storage', /^Apollo>Data Storage$/],
  ['manager', 'home', /^Apollo>Home$/],
  ['user', 'endpoints', /^Apollo>Endpoints$/],
  // Covers S1-2.1-18
] as const)('the breadcrumb of a %s begins with the project', async (role, page, text) => {
  signInAs({ role });
  server();
  renderApp(`/project/p1/${page}`);
  const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' });
  await waitFor(() => expect(breadcrumb).toHaveTextContent(text));
});

// Covers S0-2.11-18
test('the breadcrumb of a member begins with the project', async () => {
  signInAs({ role: 'developer' });
  server();
  renderApp('/project/p1/data-storage');
  const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' });
  await waitFor(() => expect(breadcrumb).toHaveTextContent(/^Apollo>Data Storage$/));
});

// Covers S0-2.11-01, S0-2.11-02
test('the logo leads an admin to the projects and a member to the project', async () => {
  signInAs({ role: 'manager' });
  server();
  const { user, address } = renderApp('/project/p1/home');
  expect(await screen.findByRole('link', { name: /^Bedplate/ })).toHaveAttribute('href', '/project/p1');
  await user.click(screen.getByRole('link', { name: /^Bedplate/ }));
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

// Covers S0-2.11-03, S0-2.11-06, S0-2.11-07
test('choosing another project reloads the same page of that project after 2 s', async () => {
  const open = vi.spyOn(pageLoad, 'open').mockReturnValue();
  signInAs();
  server();
  const { user } = renderApp('/project/p1/data-storage');
  await user.click(await screen.findByRole('button', { name: 'Switch project' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Project - Apollo', 'Project - Gemini']);
  await user.click(screen.getByRole('menuitem', { name: 'Project - Gemini' }));
  expect(await screen.findByText('You have changed a project.')).toBeVisible();
  expect(open).not.toHaveBeenCalled();
  await waitFor(() => expect(open).toHaveBeenCalledWith('/project/p2/data-storage'));
});

test('among many projects the switcher finds one by its name', async () => {
  signInAs();
  server();
  const many = Array.from({ length: 120 }, (_, n) => aProject({ id: `p${n}`, name: `Number ${n}` }));
  const page = ({ query }: { query: URLSearchParams }) => {
    const start = (Number(query.get('page')) - 1) * 100;
    return aPage(many.slice(start, start + 100), { totalCount: 120, totalPages: 2 });
  };
  fakeServer({ 'GET /app/projects': page, 'GET /app/projects/:id': () => ({ success: true, data: many[1] }) });
  const { user } = renderApp('/project/p1/home');
  await user.click(await screen.findByRole('button', { name: 'Switch project' }));
  const shown = () => [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent); // by role it takes seconds
  await waitFor(() => expect(shown()).toHaveLength(120)); // the second page comes by itself
  await user.click(screen.getByPlaceholderText('Find a project by name or ID'));
  await user.paste('number 119');
  await waitFor(() => expect(shown()).toEqual(['Project - Number 119']));
});

// Covers S0-2.11-04
test('staff find any project by name, ID or owner', async () => {
  const open = vi.spyOn(pageLoad, 'open').mockReturnValue();
  signInAs({ role: 'superadmin' });
  const row = (id: string, name: string, owner: string) => ({
    ...aProject({ id, name }),
    user: { id: `u-${owner}`, name: owner },
    tenantId: `t-${owner}`,
  });
  const rows = [row('p1', 'Apollo', 'Ada'), row('p2', 'Gemini', 'Grace'), row('p3', 'Mercury', 'Grace')];
  fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/superadmin/projects': ({ query }) =>
      aPage(
        rows.filter(({ name, tenantId }) => name.includes(query.get('search') ?? '') && tenantId.includes(query.get('tenantId') ?? '')),
      ),
    'GET /app/superadmin/users': ({ query }) => aPage(query.get('search') === 'Grace' ? [{ id: 'u-Grace', tenantId: 't-Grace' }] : []),
  });
  const { user } = renderApp('/project/p1/home');
  await user.click(await screen.findByRole('button', { name: 'Switch project' }));
  await screen.findByRole('searchbox');
  const texts = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
  await waitFor(() => expect(texts()).toContain('Project - GeminiGrace'));
  await user.type(screen.getByRole('searchbox', { name: 'Find by project, owner or ID' }), 'Grace');
  await waitFor(() => expect(texts()).toEqual(['Project - GeminiGrace', 'Project - MercuryGrace']));
  await user.click(screen.getByRole('menuitem', { name: /Mercury/ }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/project/p3/home'));
});

test('the account menu leads every role from each page to the documentation', async () => {
  const open = vi.spyOn(pageLoad, 'open').mockReturnValue();
  for (const role of ['admin', 'user'] as const) {
    signInAs({ role });
    server();
    const { user, unmount } = renderApp('/project/p1/home');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Documentation' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/documentation'));
    open.mockClear();
    unmount();
  }
});

// Covers S0-2.11-05
test('a member has no project switcher', async () => {
  signInAs({ role: 'user' });
  server();
  renderApp('/project/p1/home');
  await screen.findByText('Welcome Ada Lovelace');
  expect(screen.queryByRole('button', { name: 'Switch project' })).toBeNull();
});

// Covers S0-2.11-21, S0-2.11-22
test('logging out says so, ends the session on the server, and clears the browser after a second', async () => {
  const open = vi.spyOn(pageLoad, 'open').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  const token = signInAs();
  const { to } = server();
  const { user } = renderApp('/projects');
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('Logout Successfully')).toBeVisible();
  expect(localStorage.getItem('token')).not.toBeNull();
  await waitFor(() => expect(open).toHaveBeenCalledWith('/'));
  expect(['token', 'userId', 'role', 'prjId'].map((key) => localStorage.getItem(key))).toEqual([null, null, null, null]);
  expect(to('POST /app/authentication/logout')[0]?.headers.get('authorization')).toBe(`Bearer ${token}`);
  await screen.findByLabelText('Email'); // until the public site is loaded
  expect(screen.queryByText(/^Your session has ended/)).toBeNull();
});

test('a project that is archived elsewhere gives way to the way to the archive', async () => {
  signInAs();
  const { answer } = server();
  const { user, address } = renderApp('/project/p1/data-storage');
  expect(await screen.findByText('No Data')).toBeVisible();
  answer({ 'GET /app/projects/:id': () => refuse('not-found', 'Project not found.') });
  await waitFor(() => expect(liveSubscriptions().some(({ query }) => query.path === 'projects')).toBe(true));
  act(() => {
    for (const { query, onSnapshot } of liveSubscriptions())
      if (query.path === 'projects') onSnapshot({ first: false, docs: [], changed: ['p1'] });
  });
  expect(await screen.findByText('This project is not here')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add Data Storage' })).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Go to the archived projects' }));
  await waitFor(() => expect(address()).toBe('/archived-projects'));
});

test('the page that follows takes the focus when nothing else has it', async () => {
  signInAs();
  server();
  const { user, router } = renderApp('/project/p1/data-storage');
  await screen.findByText('No Data');
  expect(document.body).toHaveFocus();
  void router.navigate('/projects');
  await screen.findByRole('heading', { name: 'All Projects' });
  expect(screen.getByRole('main')).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Users' }));
  expect(await screen.findByRole('heading', { name: /users/i, level: 1 })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Users' })).toHaveFocus();
});
