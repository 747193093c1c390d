import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

function open(routes: FakeRoutes = {}) {
  signInAs();
  const server = fakeServer({ 'GET /app/projects': () => aPage([aProject()]), ...routes });
  return { ...server, ...renderApp('/projects') };
}

const cards = async () => (await screen.findAllByRole('listitem')).filter((item) => within(item).queryByRole('link'));

test('S1-2.1-01 S1-2.1-03 S1-2.1-07 a card shows the name as a link, the description and the dates', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'All Projects' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Apollo' })).toHaveAttribute('href', '/project/p1/home');
  expect(screen.getByText('Orders of the shop')).toBeVisible();
  expect(screen.getByText(/^Created Jan 2, 2026$/)).toBeVisible();
  expect(screen.getByText(/^Updated \d+ \w+ ago$/)).toBeVisible();
});

test('S1-2.1-02 S1-2.1-11 S1-8-15 S0-1-07 the create card opens an empty form with two fields and creates', async () => {
  const projects = [aProject()];
  const { user, to } = open({
    'GET /app/projects': () => aPage(projects),
    'POST /app/projects': ({ body }) => {
      projects.push(aProject({ id: 'p2', ...(body as object) }));
      return Response.json({ success: true, data: projects[1] }, { status: 201 });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  const dialog = screen.getByRole('dialog', { name: 'Create Project' });
  expect(
    within(dialog)
      .getAllByRole('textbox')
      .map((field) => (field as HTMLInputElement).value),
  ).toEqual(['', '']);
  await user.type(within(dialog).getByLabelText('Name'), 'Gemini');
  await user.click(within(dialog).getByRole('button', { name: 'Create Project' }));
  expect(await screen.findByText('Project has been added.')).toBeVisible();
  expect(to('POST /app/projects')[0]?.body).toEqual({ name: 'Gemini', description: '' });
  expect(await screen.findByRole('link', { name: 'Gemini' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['the server’s words', () => refuse('quota-exceeded', 'The free plan includes 2 projects.'), 'The free plan includes 2 projects.'],
  ['the fallback without words', () => new Response('{}', { status: 500 }), 'Something went wrong when creating the project.'],
])('S1-8-12 a failed creation shows %s and keeps the form', async (_, answer, text) => {
  const { user } = open({ 'POST /app/projects': answer });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  await user.type(screen.getByLabelText('Name'), 'Gemini{Enter}');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Gemini');
});

test('S1-5-04 the form has no rule of its own: the server’s complaint stands at its field', async () => {
  const { user, to } = open({
    'POST /app/projects': () =>
      refuse('invalid-argument', 'The request is not valid.', [{ field: 'name', message: 'Enter a project name.' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Project' }));
  expect(await screen.findByText('Enter a project name.')).toBeVisible();
  expect(to('POST /app/projects')[0]?.body).toEqual({ name: '', description: '' });
});

test('S1-8-16 editing starts from the stored values and saves', async () => {
  const { user, to } = open({ 'PUT /app/projects/:id': () => ({ success: true, data: aProject() }) });
  await user.click(await screen.findByRole('button', { name: 'Edit Apollo' }));
  const name = within(screen.getByRole('dialog', { name: 'Edit Project' })).getByLabelText('Name');
  expect(name).toHaveValue('Apollo');
  await user.type(name, ' 11{Enter}');
  expect(await screen.findByText('Project has been updated.')).toBeVisible();
  expect(to('PUT /app/projects/p1')[0]?.body).toEqual({ name: 'Apollo 11', description: 'Orders of the shop' });
});

test('S1-8-17 deleting asks first; Keep sends nothing, Delete removes the card', async () => {
  let projects = [aProject()];
  const { user, to } = open({
    'GET /app/projects': () => aPage(projects),
    'DELETE /app/projects/:id': () => {
      projects = [];
      return { success: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }));
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('DELETE /app/projects/p1')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete Apollo' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Project has been deleted successfully.')).toBeVisible();
  await waitFor(async () => expect(await cards()).toEqual([]));
});

test('S1-8-13 a failed deletion says so', async () => {
  const { user } = open({ 'DELETE /app/projects/:id': () => refuse('internal', 'Something else.') });
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Something went wrong when trying to delete the project.')).toBeVisible();
});

test('more projects load only after a full page of 15', async () => {
  const all = Array.from({ length: 16 }, (_, n) => aProject({ id: `p${n}`, name: `Project ${n}` }));
  const { user, to } = open({
    'GET /app/projects': ({ query }) => {
      const limit = Number(query.get('limit'));
      const start = (Number(query.get('page')) - 1) * limit;
      return aPage(all.slice(start, start + limit));
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Load More Projects' }));
  expect(await screen.findByRole('link', { name: 'Project 15' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load More Projects' })).toBeNull();
  expect(to('GET /app/projects').map(({ query }) => `${query.get('page')}/${query.get('limit')}`)).toContain('2/15');
});

test('S1-8-14 a failed list says so and can be tried again', async () => {
  const { user, answer } = open({ 'GET /app/projects': () => refuse('internal', 'Something broke.') });
  expect(await screen.findByText('Something went wrong when fetching the projects.')).toBeVisible();
  expect(screen.getByText('req_test')).toBeVisible();
  answer({ 'GET /app/projects': () => aPage([aProject()]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Apollo' })).toBeVisible();
});
