import { messages, type UserRow } from '@bedplate/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const createdAt = '2026-01-02T03:04:05.000Z';

function aUser(facts: Partial<UserRow> = {}): UserRow {
  return {
    id: 'u2',
    name: 'Max Member',
    email: 'max@example.com',
    role: 'developer',
    projectId: 'p1',
    project: { id: 'p1', name: 'Apollo' },
    is_active: true,
    is_verified: true,
    last_login: null,
    createdAt,
    updatedAt: createdAt,
    ...facts,
  };
}

function open(users: UserRow[] = [aUser()], routes: FakeRoutes = {}, search = '') {
  signInAs();
  const server = fakeServer({
    'GET /app/projects': () => aPage([aProject(), aProject({ id: 'p2', name: 'Gemini' })]),
    'GET /app/users': () => aPage(users),
    ...routes,
  });
  return { ...server, ...renderApp(`/users${search}`) };
}

const field = (name: string) => screen.getByLabelText(name);

// Covers S2-2.g-05
test('the table shows project, id, name, e-mail, badge, role and both dates, with an Update action', async () => {
  open([aUser(), aUser({ id: 'u3', name: 'Ina Inactive', is_active: false, role: 'admin', project: null, projectId: null })]);
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Project', 'User ID', 'Name', 'Email', 'Status', 'Role', 'Date Created', 'Date Updated', 'Action']);
  const [, first, second] = within(table).getAllByRole('row');
  for (const text of ['Apollo', 'u2', 'Max Member', 'max@example.com', 'Active', 'Developer', 'Update'])
    expect(first).toHaveTextContent(text);
  for (const text of ['Ina Inactive', 'Inactive', 'Administrator']) expect(second).toHaveTextContent(text);
});

// Covers S2-2.g-02, S0-2.10-02, S0-2.10-06, S0-6-06, S2-2.g-09
test('Add User shows and hides the form of the registration with role admin chosen', async () => {
  const { user } = open();
  const toggle = await screen.findByRole('button', { name: 'Add User' });
  await user.click(toggle);
  for (const label of ['Name', 'Email', 'Password', 'Confirm Password']) expect(field(label)).toBeEnabled();
  expect(field('Role')).toHaveValue('admin');
  expect(field('Project')).toBeDisabled(); // an admin has all of them
  expect(
    within(field('Role'))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Admin', 'Manager', 'Developer', 'User']);
  expect(screen.getByRole('switch', { name: /Active/ })).toBeChecked();
  await user.click(toggle);
  expect(screen.queryByLabelText('Name')).toBeNull();
});

// Covers S2-2.g-03, S0-6-12
test('saving sends the register call with role and project, and the list is read again', async () => {
  const { user, to } = open([], { 'POST /app/authentication/register': () => ({ success: true, message: messages.userAdded }) });
  await user.click(await screen.findByRole('button', { name: 'Add User' }));
  await user.type(field('Name'), 'Nia New');
  await user.type(field('Email'), 'nia@example.com');
  await user.selectOptions(field('Role'), 'Manager');
  await user.click(screen.getAllByRole('button', { name: 'Add User' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Choose a project', { selector: 'p' })).toBeVisible();
  await user.selectOptions(field('Project'), 'Gemini');
  await user.click(screen.getAllByRole('button', { name: 'Add User' }).at(-1) as HTMLElement);
  expect(await screen.findByText(messages.userAdded)).toBeVisible();
  expect(to('POST /app/authentication/register')[0]?.body).toMatchObject({
    name: 'Nia New',
    role: 'manager',
    projectId: 'p2',
    is_active: true,
  });
  await waitFor(() => expect(to('GET /app/users').length).toBeGreaterThan(1));
  expect(screen.queryByLabelText('Name')).toBeNull();
});

// Covers S0-2.10-03, S2-2.g-06, S2-2.g-07, S2-2.g-10, S2-2.g-11
test('Update loads the user; only role, project and activity can be changed', async () => {
  const { user, to } = open([aUser()], { 'PUT /app/users/u2': () => ({ success: true, message: messages.userUpdated, data: aUser() }) });
  await user.click(await screen.findByRole('button', { name: 'Update Max Member' }));
  expect(field('Name')).toHaveValue('Max Member');
  expect(field('Email')).toHaveValue('max@example.com');
  for (const label of ['Name', 'Email', 'Password', 'Confirm Password']) expect(field(label)).toBeDisabled();
  await waitFor(() => expect(within(field('Project')).getByText('Gemini')).toBeInTheDocument());
  await user.selectOptions(field('Role'), 'User');
  await user.selectOptions(field('Project'), 'Gemini');
  await user.click(screen.getByRole('switch', { name: /Active/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.userUpdated)).toBeVisible();
  expect(to('PUT /app/users/u2')[0]?.body).toEqual({ role: 'user', projectId: 'p2', is_active: false });
});

test('only what was changed is sent: what another admin has changed meanwhile stands', async () => {
  const { user, to } = open([aUser()], { 'PUT /app/users/u2': () => ({ success: true, message: messages.userUpdated, data: aUser() }) });
  await user.click(await screen.findByRole('button', { name: 'Update Max Member' }));
  await user.selectOptions(field('Role'), 'User');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.userUpdated)).toBeVisible();
  expect(to('PUT /app/users/u2')[0]?.body).toEqual({ role: 'user' });
});

// Covers S0-2.10-05, S2-2.g-08
test('the project cannot be assigned while the user is inactive', async () => {
  const { user } = open([aUser({ is_active: false })]);
  await user.click(await screen.findByRole('button', { name: 'Update Max Member' }));
  expect(field('Project')).toBeDisabled();
  await user.click(screen.getByRole('switch', { name: /Active/ }));
  expect(field('Project')).toBeEnabled();
});

test('Update leads to the form, which stands above the table', async () => {
  const { user } = open([aUser(), aUser({ id: 'u3', name: 'Ina Inactive' })]);
  await user.click(await screen.findByRole('button', { name: 'Update Ina Inactive' }));
  expect(field('Role')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Update Max Member' }));
  expect(field('Role')).toHaveFocus();
  expect(field('Name')).toHaveValue('Max Member');
  expect(screen.queryByText(/a mail brings the link/)).toBeNull(); // the password cannot be entered
});

test('the server’s refusal is shown and the form stays', async () => {
  const { user } = open([aUser()], { 'PUT /app/users/u2': () => refuse('conflict', messages.lastAdmin) });
  await user.click(await screen.findByRole('button', { name: 'Update Max Member' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.lastAdmin)).toBeVisible();
  expect(field('Name')).toHaveValue('Max Member');
});

test.each(['manager', 'developer', 'user'] as const)(
  // Covers S2-2.g-01, S0-2.12-03
  'a %s is taken away from the page and asks for no list',
  async (role) => {
    signInAs({ role });
    const { to } = fakeServer({});
    const { address } = renderApp('/users');
    await waitFor(() => expect(address()).toBe('/project/p1/home'));
    expect(to('GET /app/users')).toEqual([]);
  },
);

test('search and page are in the address, and a page that is no more leads to the last one', async () => {
  const people = ({ query }: { query: URLSearchParams }) =>
    aPage(Number(query.get('page')) > 2 ? [] : [aUser()], { page: Number(query.get('page')), totalCount: 12, totalPages: 2 });
  const { user, to, address } = open([], { 'GET /app/users': people }, '?search=max&page=7');
  await waitFor(() => expect(address()).toBe('/users?search=max&page=2'));
  expect(await screen.findByText('Max Member')).toBeVisible();
  expect(Object.fromEntries(to('GET /app/users').at(-1)?.query ?? [])).toMatchObject({ search: 'max', page: '2' });
  await user.type(screen.getByRole('searchbox'), 'i');
  await waitFor(() => expect(address()).toBe('/users?search=maxi'));
});
