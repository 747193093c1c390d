import { messages } from '@bedplate/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { aStorage } from '../../../testing/builders.ts';
import { refuse } from '../../../testing/fake-server.ts';
import { liveSubscriptions } from '../../../lib/live/live-registry.ts';
import { live, liveRecord } from '../../../testing/live-records.ts';
import { answer, cell, list, loadDataView, openDataView, rowOf } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

test('live changes appear by themselves: create first, update in place, delete away, and the count follows', async () => {
  const { server } = openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  await cell('Tea');
  const reads = server.to(list).length;
  const now = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  act(() => live.emit({ records: [liveRecord('r3', { at: now, createdAt: now, title: 'Coffee' })] }));
  // The mark fades after two seconds, and a search by role takes most of one: it is looked for at once.
  await waitFor(() => expect(document.querySelector('[data-id="r3"]')).toHaveClass('changed'));
  expect(await cell('Coffee')).toBeVisible();
  expect(screen.getByText('Total Data: 3')).toBeVisible();
  expect(screen.getAllByRole('row')[1]).toHaveTextContent('r3');
  act(() => live.emit({ records: [liveRecord('r3', { at: now + 1, createdAt: now, title: 'Espresso' })] }));
  expect(await cell('Espresso')).toBeVisible();
  act(() => live.emit({ deletions: [{ id: 'r3', deletedAt: now + 2 }] }));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Espresso' })).toBeNull());
  expect(screen.getByText('Total Data: 2')).toBeVisible();
  expect(server.to(list).length).toBe(reads);
});

test('an empty storage makes a key for its first call on one press, which stays when the record comes', async () => {
  const { user, server } = openDataView({
    [list]: () => answer({ data: [] }),
    'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage()] }),
    'GET /app/keys': () => ({ success: true, data: [] }),
    'POST /app/keys': () => Response.json({ success: true, data: { id: 'k1', apiKey: 'bp_first_key' } }, { status: 201 }),
  });
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  const first = within(await screen.findByRole('region', { name: 'Write the first record' }));
  expect(await first.findByText(/^curl /)).toHaveTextContent('BEDPLATE_API_KEY');
  await user.click(await first.findByRole('button', { name: 'Make a key' }));
  expect(await first.findByText(/bp_first_key/)).toBeVisible();
  expect(server.to('POST /app/keys')[0]?.body).toMatchObject({ projectId: 'p1', storages: ['s1'], verbs: ['read', 'create'] });
  const now = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  act(() => live.emit({ records: [liveRecord('r1', { at: now, createdAt: now, title: 'Hello' })] }));
  expect(await first.findByRole('link', { name: 'A React app' })).toBeVisible();
  expect(first.getByText(/bp_first_key/)).toBeVisible();
});

test('rows stay below a hand: new records wait, a deleted one keeps its place, values change', async () => {
  const { user } = openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  const bin = (await rowOf('Tea')).getByLabelText('Delete');
  await user.hover(bin);
  const now = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  act(() =>
    live.emit({ records: [1, 2, 3].map((n) => liveRecord(`n${n}`, { at: now + n * 1000, createdAt: now + n * 1000, title: `New ${n}` })) }),
  );
  const show = await screen.findByRole('button', { name: '3 new' });
  const shownIds = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('[data-field="field:id"]')?.textContent);
  expect(shownIds()).toEqual(['r1', 'r2']);
  expect(bin).toBeInTheDocument();
  act(() =>
    live.emit({
      records: [liveRecord('r2', { at: now + 4000, createdAt: Date.parse('2026-01-01T00:00:00.000Z') * 1000, title: 'Cocoa' })],
    }),
  );
  expect(await cell('Cocoa')).toBeVisible();
  act(() => live.emit({ deletions: [{ id: 'r1', deletedAt: now + 5000 }] }));
  await waitFor(() => expect(bin).toBeDisabled());
  expect(shownIds()).toEqual(['r1', 'r2']);
  await user.click(show);
  await waitFor(() => expect(shownIds()).toEqual(['n3', 'n2', 'n1', 'r2']));
  fireEvent.pointerLeave(await cell('New 3')); // and the button, which had the focus, is gone
  act(() => live.emit({ records: [liveRecord('n4', { at: now + 6000, createdAt: now + 6000, title: 'New 4' })] }));
  await waitFor(() => expect(shownIds()).toEqual(['n4', 'n3', 'n2', 'n1', 'r2']));
});

test('a page drawn below a pointer at rest shows new rows by itself, until the pointer moves', async () => {
  openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  const now = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  const tea = await cell('Tea');
  fireEvent.pointerEnter(tea);
  act(() => live.emit({ records: [liveRecord('n1', { at: now, createdAt: now, title: 'Coffee' })] }));
  expect(await cell('Coffee')).toBeVisible();
  fireEvent.pointerMove(tea);
  act(() => live.emit({ records: [liveRecord('n2', { at: now + 1000, createdAt: now + 1000, title: 'Cocoa' })] }));
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
  fireEvent.pointerLeave(tea);
  expect(await cell('Cocoa')).toBeVisible();
});

test('rows stay where the focus is, and move when it has left', async () => {
  const { user } = openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  await user.click(await cell('Tea'));
  await user.unhover(await cell('Tea'));
  const now = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  act(() => live.emit({ records: [liveRecord('n1', { at: now, createdAt: now, title: 'Coffee' })] }));
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible();
  expect(screen.queryByRole('gridcell', { name: 'Coffee' })).toBeNull();
  await user.click(screen.getByPlaceholderText('Search'));
  expect(await cell('Coffee')).toBeVisible();
});

test('whoever left the table by the keyboard keeps the focus when the row that had it is deleted elsewhere', async () => {
  const { user } = openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  const tea = await cell('Tea');
  await user.click(tea);
  fireEvent.pointerLeave(tea);
  const search = screen.getByPlaceholderText('Search');
  act(() => search.focus());
  const deletedAt = Date.parse('2026-02-01T00:00:00.000Z') * 1000;
  act(() => live.emit({ deletions: [{ id: 'r1', deletedAt }] }));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea' })).toBeNull());
  expect(search).toHaveFocus();
  act(() => live.emit({ records: [liveRecord('n1', { at: deletedAt + 1000, createdAt: deletedAt + 1000, title: 'Coffee' })] }));
  expect(await cell('Coffee')).toBeVisible();
});

test('LiveSync says when it is offline', async () => {
  openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  act(() => live.emit({ current: false }));
  expect(await screen.findByLabelText('LiveSync: offline')).toBeVisible();
});

test('when LiveSync is refused because the session is over, the page leaves for the login', async () => {
  const { server, address } = openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  await cell('Tea');
  server.answer({ [list]: () => refuse('unauthenticated', messages.sessionEnded) });
  act(() => live.fail(Object.assign(new Error('Missing permissions.'), { code: 'permission-denied' })));
  await waitFor(() => expect(address()).toBe('/login'));
});

test('a browser that has lost its sign-in for LiveSync says so', async () => {
  openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  act(() => live.fail(Object.assign(new Error('Not signed in.'), { name: 'SignedOut' })));
  expect(await screen.findByLabelText('LiveSync: log in again')).toBeVisible();
});

test('LiveSync that could not be reached reads nothing again', async () => {
  const { server } = openDataView();
  expect(await screen.findByLabelText('LiveSync: live')).toBeVisible();
  await cell('Tea');
  const reads = server.to(list).length;
  act(() => live.fail(Object.assign(new Error('Not reachable.'), { code: 'unavailable' })));
  expect(await screen.findByLabelText('LiveSync: offline')).toBeVisible();
  expect(server.to(list).length).toBe(reads);
});

test('a storage that is archived elsewhere gives way to the way to the archive', async () => {
  const { server } = openDataView();
  await cell('Tea');
  server.answer({ [list]: () => refuse('not-found', 'Data storage not found.') });
  await waitFor(() => expect(ownListener()).toBeDefined());
  act(() => ownListener()?.onSnapshot({ first: false, docs: [{ id: 's1', data: { archived: true } }], changed: ['s1'] }));
  expect(await screen.findByText('This data storage is not here')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the archive' })).toHaveAttribute('href', '/project/p1/archived-storage');
  expect(screen.queryByText('LiveSync')).toBeNull();
});

test('other changes of a storage read nothing again', async () => {
  const { server } = openDataView();
  await cell('Tea');
  const reads = server.to(list).length;
  await waitFor(() => expect(ownListener()).toBeDefined());
  act(() => ownListener()?.onSnapshot({ first: true, docs: [{ id: 's1', data: { archived: false } }], changed: ['s1'] }));
  expect(server.to(list).length).toBe(reads);
});

const ownListener = () => liveSubscriptions().find(({ query }) => query.path === 'storages/s1');

test('a storage that is archived elsewhere leaves a record that is typed where it is, to be copied', async () => {
  const { user, server } = openDataView();
  await cell('Tea');
  await user.click(screen.getByRole('button', { name: 'Add Record' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Record' }));
  await user.type(await form.findByLabelText(/^title/), 'Typed for long');
  server.answer({ [list]: () => refuse('not-found', 'Data storage not found.') });
  await waitFor(() => expect(ownListener()).toBeDefined());
  act(() => ownListener()?.onSnapshot({ first: false, docs: [{ id: 's1', data: { archived: true } }], changed: ['s1'] }));
  expect(await screen.findByText('This data storage is not here')).toBeVisible();
  expect(form.getByLabelText(/^title/)).toHaveValue('Typed for long');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByRole('link', { name: 'Go to the archive' })).toBeVisible();
});
