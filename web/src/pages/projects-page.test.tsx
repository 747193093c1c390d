import type { Project } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { asksBeforeLeaving } from '../testing/leaving.ts';
import { liveSubscriptions } from '../lib/live/live-registry.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';
import { loadTexts } from '../texts/index.ts';

function open(routes: FakeRoutes = {}) {
  signInAs();
  const server = fakeServer({ 'GET /app/projects': () => aPage([aProject()]), ...routes });
  return { ...server, ...renderApp('/projects') };
}

const cards = async () => (await screen.findAllByRole('listitem')).filter((item) => within(item).queryByRole('link'));

// Covers S1-2.1-01, S1-2.1-03, S1-2.1-04, S1-2.1-07
test('a card shows the name as a link, the description and the dates', async () => {
  const updatedAt = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString();
  open({ 'GET /app/projects': () => aPage([aProject({ updatedAt })]) });
  expect(await screen.findByRole('heading', { name: 'All Projects' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Apollo' })).toHaveAttribute('href', '/project/p1/home');
  expect(screen.getByText('Orders of the shop')).toBeVisible();
  expect(screen.getByText(/^Created Jan 2, 2026$/)).toBeVisible();
  expect(screen.getByText('Updated 3 hours ago')).toBeVisible();
});

const day = 86_400_000;
const ages = [30_000, 5 * 60_000, 3 * 3_600_000, 2 * day, 15 * day, 95 * day, 740 * day];

test.each([
  // Covers S0-9-27, S1-2.1-15
  ['en', ['30 seconds', '5 minutes', '3 hours', '2 days', '2 weeks', '3 months', '2 years'].map((age) => `Updated ${age} ago`)],
  // Covers S0-9-28, S1-2.1-16
  ['zh', ['30秒钟前', '5分钟前', '3小时前', '前天', '2周前', '3个月前', '2年前'].map((age) => `更新于${age}`)],
] as const)('in %s cards tell their ages in seconds, minutes, hours, days, weeks, months and years', async (language, told) => {
  vi.useFakeTimers({ now: Date.parse('2026-06-15T12:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await loadTexts(language);
  onTestFinished(() => loadTexts('en'));
  open({
    'GET /app/projects': () =>
      aPage(ages.map((age) => aProject({ id: `p${age}`, name: `Of ${age}`, updatedAt: new Date(Date.now() - age).toISOString() }))),
  });
  const shown = await Promise.all(ages.map(async (age) => cardOf(await screen.findByRole('link', { name: `Of ${age}` }))));
  told.forEach((text, at) => expect(shown[at]).toHaveTextContent(text));
});

const cardOf = (link: HTMLElement) => link.closest('li');

test('in Chinese a project has a name of things, not one of people', async () => {
  await loadTexts('zh');
  onTestFinished(() => loadTexts('en'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '创建项目' }));
  expect(within(screen.getByRole('dialog')).getByLabelText('名称')).toBeVisible();
});

test('the list is read once, and once more by the first state of its listeners', async () => {
  const { to } = open();
  await screen.findByRole('link', { name: 'Apollo' });
  await screen.findByRole('button', { name: 'Switch project' });
  expect(to('GET /app/projects')).toHaveLength(1);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  act(() => liveSubscriptions().forEach(({ onSnapshot }) => void onSnapshot({ first: true, docs: [], changed: [] })));
  await act(() => vi.advanceTimersByTimeAsync(5_000)); // longer than a third read would wait
  expect(to('GET /app/projects')).toHaveLength(2);
});

// Covers S1-2.1-02, S1-2.1-11, S1-8-15, S0-1-07
test('the create card opens an empty form with two fields, creates and opens the project, which is in the list', async () => {
  const projects = [aProject()];
  const { user, to } = open({
    'GET /app/projects': () => aPage(projects),
    'GET /app/projects/:id': () => ({ success: true, data: projects[1] }),
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
  expect(await screen.findByRole('heading', { name: 'Gemini', level: 1 })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Projects' }));
  expect(await screen.findByRole('link', { name: 'Gemini' })).toBeVisible();
});

test.each([
  ['the server’s words', () => refuse('quota-exceeded', 'The free plan includes 2 projects.'), 'The free plan includes 2 projects.'],
  ['the fallback without words', () => new Response('{}', { status: 500 }), 'Something went wrong when creating the project.'],
  // Covers S1-8-12
])('a failed creation shows %s and keeps the form', async (_, answer, text) => {
  const { user } = open({ 'POST /app/projects': answer });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  await user.type(screen.getByLabelText('Name'), 'Gemini{Enter}');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Gemini');
});

// Covers S0-5-36
test('the form sends name and description as typed', async () => {
  const { user, to } = open({ 'POST /app/projects': () => refuse('invalid-argument', 'Too long.') });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  await user.type(screen.getByLabelText('Name'), '  two  words! ');
  await user.type(screen.getByLabelText('Description'), ' first{Enter}second ');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Project' }));
  await screen.findByText('Too long.');
  expect(to('POST /app/projects')[0]?.body).toEqual({ name: '  two  words! ', description: ' first\nsecond ' });
});

// Covers S1-5-04
test('the form has no rule of its own: the server’s complaint stands at its field', async () => {
  const { user, to } = open({
    'POST /app/projects': () =>
      refuse('invalid-argument', 'The request is not valid.', [{ field: 'name', message: 'Enter a project name.' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Project' }));
  expect(await screen.findByText('Enter a project name.')).toBeVisible();
  expect(to('POST /app/projects')[0]?.body).toEqual({ name: '', description: '' });
});

// Covers S1-8-16, S1-2.1-05
test('editing opens the modal of creation, filled with the stored values, and saves', async () => {
  const { user, to } = open({ 'PUT /app/projects/:id': () => ({ success: true, data: aProject() }) });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  const labels = () => [...screen.getByRole('dialog').querySelectorAll('label')].map((label) => label.textContent);
  const ofCreation = labels();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Edit Apollo' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Project' }));
  expect(labels()).toEqual(ofCreation);
  expect(dialog.getByLabelText('Name')).toHaveValue('Apollo');
  expect(dialog.getByLabelText('Description')).toHaveValue('Orders of the shop');
  await user.type(dialog.getByLabelText('Name'), ' 11{Enter}');
  expect(await screen.findByText('Project has been updated.')).toBeVisible();
  expect(to('PUT /app/projects/p1')[0]?.body).toEqual({ name: 'Apollo 11', description: 'Orders of the shop', changed: ['name'] });
});

// Covers S1-8-17, S1-2.1-06, S1-2.1-12, S1-2.1-13
test('deleting asks with two buttons; Keep sends nothing, Delete removes the card', async () => {
  let projects = [aProject()];
  const { user, to } = open({
    'GET /app/projects': () => aPage(projects),
    'DELETE /app/projects/:id': () => {
      projects = [];
      return { success: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }));
  const dialog = screen.getByRole('dialog', { name: /^Delete Project/ });
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Keep', 'Delete']);
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('DELETE /app/projects/p1')).toEqual([]);
  expect(screen.getByRole('link', { name: 'Apollo' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete Apollo' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Project has been deleted successfully.')).toBeVisible();
  expect(to('DELETE /app/projects/p1')).toHaveLength(1);
  await waitFor(async () => expect(await cards()).toEqual([]));
});

// Covers S1-8-13
test('a failed deletion says so', async () => {
  const { user } = open({ 'DELETE /app/projects/:id': () => refuse('internal', 'Something else.') });
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Something went wrong when trying to delete the project.')).toBeVisible();
});

test('a refused deletion says why', async () => {
  const { user } = open({ 'DELETE /app/projects/:id': () => refuse('not-found', 'There is no such project.') });
  await user.click(await screen.findByRole('button', { name: 'Delete Apollo' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Something went wrong when trying to delete the project. There is no such project.')).toBeVisible();
});

const many = (count: number) => Array.from({ length: count }, (_, n) => aProject({ id: `p${n}`, name: `Project ${n}` }));
const paged =
  (all: () => Project[]): FakeRoutes[string] =>
  ({ query }) => {
    const limit = Number(query.get('limit'));
    const start = (Number(query.get('page')) - 1) * limit;
    return aPage(all().slice(start, start + limit), { totalPages: Math.ceil(all().length / limit) });
  };
const names = async () => (await cards()).map((card) => within(card).getByRole('link').textContent);

// Covers S0-9-19, S0-9-20, S1-2.1-08, S1-2.1-09
test('a further page is offered only after a full one of 15, and its cards are added', async () => {
  const all = many(16);
  const { user, to } = open({ 'GET /app/projects': paged(() => all) });
  const more = await screen.findByRole('button', { name: 'Load More Projects' });
  expect(await names()).toEqual(all.slice(0, 15).map(({ name }) => name));
  await user.click(more);
  expect(await screen.findByRole('link', { name: 'Project 15' })).toBeVisible();
  expect(await names()).toEqual(all.map(({ name }) => name));
  expect(screen.queryByRole('button', { name: 'Load More Projects' })).toBeNull();
  expect(to('GET /app/projects').map(({ query }) => `${query.get('page')}/${query.get('limit')}`)).toContain('2/15');
});

test.each([
  [14, false],
  [15, false],
  [16, true],
  // Covers S1-2.1-09
])('with %i projects a further page is offered: %s', async (count, offered) => {
  open({ 'GET /app/projects': paged(() => many(count)) });
  await screen.findByRole('link', { name: 'Project 0' });
  expect(screen.queryByRole('button', { name: 'Load More Projects' }) !== null).toBe(offered);
});

test('after the second of two full pages no further one is offered', async () => {
  const { user } = open({ 'GET /app/projects': paged(() => many(30)) });
  await user.click(await screen.findByRole('button', { name: 'Load More Projects' }));
  await screen.findByRole('link', { name: 'Project 29' });
  expect(screen.queryByRole('button', { name: 'Load More Projects' })).toBeNull();
});

// Covers S1-2.1-10
test('reading the list again from its first page replaces the cards, and no project appears twice', async () => {
  let all = many(16);
  const { user, router, address } = open({
    'GET /app/projects': paged(() => all),
    'POST /app/projects': () => {
      all = [aProject({ id: 'new', name: 'Newest' }), ...all.filter(({ id }) => id !== 'p3')];
      return { success: true, data: all[0] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Load More Projects' }));
  await screen.findByRole('link', { name: 'Project 15' });
  await user.click(screen.getByRole('button', { name: 'Create Project' }));
  await user.type(screen.getByLabelText('Name'), 'Newest{Enter}');
  // A new project opens; its list is read again when someone comes back to it.
  await waitFor(() => expect(address()).toBe('/project/new/home'));
  await router.navigate('/projects');
  await waitFor(async () => expect(await names()).toEqual(all.map(({ name }) => name)));
});

// Covers S1-8-14, S1-2.1-14
test('a failed list says so at /projects, asks no further by itself, and can be tried again', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const { user, answer, address, to } = open({ 'GET /app/projects': () => refuse('internal', 'Something broke.') });
  expect(await screen.findByText('Something went wrong when fetching the projects.')).toBeVisible();
  expect(screen.getByText('req_test')).toBeVisible();
  expect(address()).toBe('/projects');
  expect(to('GET /app/projects').filter(({ query }) => query.get('limit') === '15')).toHaveLength(1);
  expect(warned).toHaveBeenCalled();
  answer({ 'GET /app/projects': () => aPage([aProject()]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Apollo' })).toBeVisible();
});

test('Escape closes a form in which nothing was entered at once, and asks before it loses something', async () => {
  const { user, to } = open();
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Create Project' }));
  await user.type(screen.getByLabelText('Name'), 'Gemini{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard unsaved changes?' })).toBeNull());
  expect(screen.getByLabelText('Name')).toHaveValue('Gemini');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('POST /app/projects')).toEqual([]);
});

test.each([
  ['created', 'Create Project', 'Create Project', 'POST /app/projects'],
  ['changed', 'Edit Apollo', 'Save changes', 'PUT /app/projects/:id'],
])('a project that is %s closes its form at once, however long the list takes', async (_, opening, saving, route) => {
  const lists = [aPage([aProject()])];
  const { user } = open({
    'GET /app/projects': () => lists.shift() ?? new Promise<never>(() => {}),
    [route]: () => ({ success: true, data: aProject({ id: 'p2' }) }),
  });
  await user.click(await screen.findByRole('button', { name: opening }));
  await user.type(screen.getByLabelText('Name'), 'Gemini');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: saving }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leaving the page asks before a form loses something', async () => {
  const { user, router, address } = open({ 'GET /app/archivedProjects': () => aPage([]) });
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  expect(asksBeforeLeaving()).toBe(false);
  await user.type(screen.getByLabelText('Name'), 'Gemini');
  expect(asksBeforeLeaving()).toBe(true);
  void router.navigate('/archived-projects');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/projects');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard unsaved changes?' })).toBeNull());
  expect(screen.getByLabelText('Name')).toHaveValue('Gemini');
  void router.navigate('/archived-projects');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(address()).toBe('/archived-projects'));
  expect(await screen.findByText('No Data')).toBeVisible();
});

test('a session that ends does not ask about a form without anything typed', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Create Project' }));
  expect(await screen.findByLabelText('Name')).toBeVisible();
  const { clearSession } = await import('../lib/session/session.ts');
  act(() => clearSession());
  await waitFor(() => expect(address()).toBe('/login'));
});

test('more projects that cannot be loaded say so, and can be asked for again', async () => {
  const full = Array.from({ length: 15 }, (_, n) => aProject({ id: `p${n}`, name: `Project ${n}` }));
  let fails = true;
  const { user } = open({
    'GET /app/projects': ({ query }) => {
      if (query.get('page') !== '2') return aPage(full, { totalPages: 2 });
      return fails ? new Response('{}', { status: 400 }) : aPage([aProject({ id: 'last', name: 'Last' })]);
    },
  });
  vi.spyOn(console, 'warn').mockReturnValue();
  const more = await screen.findByRole('button', { name: 'Load More Projects' });
  await user.click(more);
  expect(await screen.findByText('Something went wrong when fetching the projects.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Project 14' })).toBeVisible();
  fails = false;
  await user.click(more);
  expect(await screen.findByRole('link', { name: 'Last' })).toBeVisible();
  expect(screen.queryByText('Something went wrong when fetching the projects.')).toBeNull();
});

test('an edit that fails without words speaks of saving, not of creating', async () => {
  const { user } = open({ 'PUT /app/projects/p1': () => new Response('{}', { status: 500 }) });
  await user.click(await screen.findByRole('button', { name: 'Edit Apollo' }));
  await user.type(screen.getByLabelText('Name'), ' 2{Enter}');
  expect(await screen.findByText('The project could not be saved.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Apollo 2');
});
