import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { refuse } from '../../../testing/fake-server.ts';
import { asksBeforeLeaving } from '../../../testing/leaving.ts';
import { answer, cell, item, list, loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(() => Promise.all([loadDataView(), import('../../../pages/keys-page.tsx')]), 60_000);

const put = `PUT ${item}`;
const saved = { success: true, data: { ...rows[0], title: 'Tea!', updatedAt: '2026-03-01T00:00:00.000Z' } };
const copyOf = (given: Response | object) => (given instanceof Response ? given.clone() : given);
const elsewhere = '/project/p1/keys';

/** A cell is edited and Enter pressed; the server takes its time with the change. */
async function pressEnter() {
  const call = Promise.withResolvers<Response | object>();
  const view = openDataView({ [put]: async () => copyOf(await call.promise) });
  await view.user.click(await cell('Tea'));
  await view.user.keyboard('{F2}');
  await view.user.type(await screen.findByLabelText('title, editing'), '!{Enter}');
  await waitFor(() => expect(view.server.to(put)).toHaveLength(1));
  return { ...view, answer: call.resolve };
}

test('a page that was asked for before a change is stored shows the change, before and after that', async () => {
  const view = await pressEnter();
  const page = Promise.withResolvers<object>();
  view.server.answer({ [list]: ({ query }) => (query.get('limit') === '20' ? page.promise : answer()) });
  void view.router.navigate('/project/p1/data-storage/s1/view?size=20');
  await waitFor(() => expect(view.server.to(list).at(-1)?.query.get('limit')).toBe('20'));
  page.resolve(answer({ limit: 20, totalCount: 7 }));
  expect(await screen.findByText('Total Data: 7')).toBeVisible();
  expect(await cell('Tea!')).toBeVisible();
  view.answer(saved);
  expect(await screen.findByText('title changed.')).toBeVisible();
  void view.router.navigate('/project/p1/data-storage/s1/view?size=50');
  await waitFor(() => expect(view.server.to(list).at(-1)?.query.get('limit')).toBe('50'));
  expect(await cell('Tea!')).toBeVisible();
});

test('Back directly after Enter goes on once the change is stored', async () => {
  const { router, address, answer: end } = await pressEnter();
  expect(asksBeforeLeaving()).toBe(true);
  void router.navigate(elsewhere);
  await waitFor(() => expect([...router.state.blockers.values()].map(({ state }) => state)).toContain('blocked'));
  expect(address()).toMatch(/view$/);
  end(saved);
  await waitFor(() => expect(address()).toBe(elsewhere));
  expect(asksBeforeLeaving()).toBe(false);
});

test('Back directly after Enter stays with a change that is refused', async () => {
  const { router, user, address, answer: end } = await pressEnter();
  void router.navigate(elsewhere);
  end(refuse('maintenance', 'Read only.'));
  const dialog = within(await screen.findByRole('dialog', { name: 'title' }));
  expect(dialog.getByRole('textbox', { name: 'title' })).toHaveValue('Tea!');
  await waitFor(() => expect([...router.state.blockers.values()].map(({ state }) => state)).toEqual(['unblocked']));
  expect(address()).toMatch(/view$/);
  await user.click(dialog.getByText('Close'));
  void router.navigate(elsewhere);
  await waitFor(() => expect(address()).toBe(elsewhere));
});

test('a change that the server does not answer may be left after a question', async () => {
  const { router, user, address } = await pressEnter();
  void router.navigate(elsewhere);
  const question = within(await screen.findByRole('dialog', { name: 'Still saving' }));
  await user.click(question.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(address()).toBe(elsewhere));
});

test('cells that were refused are shown one after the other', async () => {
  const { user, answer: end } = await pressEnter();
  await user.click(await cell('12'));
  await user.keyboard('{F2}');
  await user.type(await screen.findByLabelText('amount, editing'), '7{Enter}');
  end(refuse('maintenance', 'Read only.'));
  const first = within(await screen.findByRole('dialog', { name: 'title' }));
  await user.click(first.getByText('Close'));
  const second = within(await screen.findByRole('dialog', { name: 'amount' }));
  expect(second.getByRole('textbox', { name: 'amount' })).toHaveValue('127');
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(second.getByText('Close'));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

test('a change meets another one of its record on a page that does not show it, and is stored all the same', async () => {
  const { router, server, answer: end } = await pressEnter();
  const theirs = { ...rows[0], amount: 44, updatedAt: '2026-02-02T00:00:00.000Z' };
  server.answer({
    [list]: ({ query }) => answer({ data: query.get('search') === 'r1' ? [theirs] : [rows[1] as object] }),
    [put]: () => saved,
  });
  void router.navigate('/project/p1/data-storage/s1/view?size=20');
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'Tea!' })).toBeNull());
  end(refuse('conflict', 'The record is not as it was.'));
  expect(await screen.findByText('title changed.')).toBeVisible();
  expect(server.to(put)[1]?.body).toEqual({ data: { title: 'Tea!' }, ifUpdatedAt: theirs.updatedAt, typed: ['title'] });
});
