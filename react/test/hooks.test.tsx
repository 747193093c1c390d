// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { BedplateProvider, useList, useMutation, useRecord, useUpload } from '../src/index.ts';
import { takeSnapshot } from '../src/server.ts';
import { TestServer } from './test-server.ts';

let server: TestServer;
beforeEach(() => {
  server = new TestServer();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <BedplateProvider live={server.follow}>{children}</BedplateProvider>
  </StrictMode>
);

function Titles({ where }: { where?: { title: string } }) {
  const { data, isLoading, pagination } = useList(server.orders, where ? { where } : {});
  return (
    <p>
      {isLoading ? 'loading' : (data ?? []).map(({ title }) => title).join()} {pagination?.totalItems}
    </p>
  );
}

const listed = () => renderHook(() => useList(server.orders), { wrapper });
const titles = ({ current }: { current: { data: { title: string }[] | undefined } }) => current.data?.map(({ title }) => title);

test('a list is read once for all that show it, and follows changes without being read again', async () => {
  const tea = server.add('Tea');
  render(
    <>
      <Titles />
      <Titles />
    </>,
    { wrapper },
  );
  await waitFor(() => expect(screen.getAllByText('Tea 1')).toHaveLength(2));
  act(() => void server.add('Cake'));
  expect(screen.getAllByText('Cake,Tea 2')).toHaveLength(2);
  act(() => void server.change(tea.id, { title: 'Green tea' }));
  act(() => server.remove('r2'));
  expect(screen.getAllByText('Green tea 1')).toHaveLength(2);
  expect(server.requests).toEqual(['GET /api/orders/s1']);
  expect(server.listening).toBe(1);
});

test('a list with conditions is read again when a change may concern it', async () => {
  vi.useFakeTimers();
  server.add('Tea');
  render(<Titles where={{ title: 'Tea' }} />, { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(0));
  screen.getByText('Tea 1');
  vi.setSystemTime(Date.now() - 3_600_000); // the pause is the same when the computer's clock is set back
  act(() => ['Tea', 'Tea'].forEach((title) => void server.add(title)));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  screen.getByText('Tea,Tea,Tea 3');
  expect(server.requests).toHaveLength(2);
});

test('a change that comes while the list is read is not lost', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  const { result } = listed();
  act(() => void server.add('Tea'));
  server.rows = [];
  await act(async () => resolve());
  server.add('Cake');
  await waitFor(() => expect(titles(result)).toEqual(['Cake']));
});

test('a record is shown, followed, and null when it goes', async () => {
  const tea = server.add('Tea');
  const { result, rerender } = renderHook(({ id }) => useRecord(server.orders, id), { wrapper, initialProps: { id: tea.id } });
  expect(result.current).toMatchObject({ data: undefined, isLoading: true });
  await waitFor(() => expect(result.current.data?.title).toBe('Tea'));
  act(() => void server.change(tea.id, { title: 'Cake' }));
  expect(result.current.data?.title).toBe('Cake');
  act(() => server.remove(tea.id));
  expect(result.current.data).toBeNull();
  rerender({ id: 'nobody' });
  await waitFor(() => expect(result.current).toMatchObject({ data: null, isLoading: false, error: undefined }));
  expectTypeOf(result.current.data?.amount).toEqualTypeOf<number | undefined>();
});

/** Titles of each frame that a list with a create button has shown. */
function framesOf() {
  const frames: string[][] = [];
  const view = renderHook(
    () => {
      const list = useList(server.orders);
      const orders = useMutation(server.orders);
      frames.push((list.data ?? []).map(({ title }) => title));
      return { list, orders };
    },
    { wrapper },
  );
  return { ...view, frames };
}

const isTwice = (titles: string[]) => new Set(titles).size < titles.length;

test.each(['before', 'after'])('no frame shows a new record twice when its event comes %s the answer', async (when) => {
  server.add('Tea');
  const { result, frames } = framesOf();
  await waitFor(() => expect(titles({ current: result.current.list })).toEqual(['Tea']));
  const answer = Promise.withResolvers<void>();
  server.answerGate = answer.promise;
  server.tellsLate = when === 'after';
  let sent: Promise<unknown> | undefined;
  act(() => void (sent = result.current.orders.create({ title: 'Cake' })));
  await waitFor(() => expect(server.rows).toHaveLength(2)); // stored, and its event told or not
  act(() => void server.change('r1', { title: 'Green tea' })); // what others change shows meanwhile
  expect(titles({ current: result.current.list })).toEqual(['Cake', 'Green tea']);
  await act(async () => {
    answer.resolve();
    await sent;
  });
  act(() => server.tellLate());
  expect(titles({ current: result.current.list })).toEqual(['Cake', 'Green tea']);
  expect(result.current.list.data?.[0]?.id).toBe('r2');
  expect(frames.filter(isTwice)).toEqual([]);
  const first = frames.findIndex((frame) => frame.includes('Cake'));
  expect(frames.slice(first).filter((frame) => !frame.includes('Cake'))).toEqual([]);
});

test('no frame shows a new record twice when the list is read again before the answer', async () => {
  server.add('Tea');
  const { result, frames } = framesOf();
  await waitFor(() => expect(titles({ current: result.current.list })).toEqual(['Tea']));
  const answer = Promise.withResolvers<void>();
  server.answerGate = answer.promise;
  let sent: Promise<unknown> | undefined;
  act(() => void (sent = result.current.orders.create({ title: 'Cake' })));
  await waitFor(() => expect(server.rows).toHaveLength(2));
  let reloaded: Promise<void> | undefined;
  await act(async () => void (reloaded = result.current.list.reload()));
  act(() => void server.add('Milk')); // of somebody else: it waits as well, since it might be this one
  await act(async () => {
    answer.resolve();
    await Promise.all([sent, reloaded]);
  });
  expect(titles({ current: result.current.list })).toEqual(['Milk', 'Cake', 'Tea']);
  expect(frames.filter(isTwice)).toEqual([]);
});

test('what was held back for a create that is refused shows after it', async () => {
  const { result, frames } = framesOf();
  await waitFor(() => expect(result.current.list.data).toEqual([]));
  const gate = Promise.withResolvers<void>();
  server.gate = gate.promise;
  server.refuses = true;
  let sent: Promise<unknown> | undefined;
  act(() => void (sent = result.current.orders.create({ title: 'Cake' }).catch(() => {})));
  act(() => void server.add('Cake'));
  act(() => void server.change('r1', { title: 'Other cake' }));
  expect(titles({ current: result.current.list })).toEqual(['Cake']);
  await act(async () => {
    gate.resolve();
    await sent;
  });
  expect(titles({ current: result.current.list })).toEqual(['Other cake']);
  expect(frames.filter(isTwice)).toEqual([]);
});

test('a change is shown at once, and as before when the server refuses it', async () => {
  const tea = server.add('Tea', 2);
  const { result } = renderHook(() => ({ list: useList(server.orders), orders: useMutation(server.orders) }), { wrapper });
  await waitFor(() => expect(result.current.list.data).toHaveLength(1));
  const shown = () => result.current.list.data?.map(({ title, amount }) => [title, amount]);

  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  server.refuses = true;
  const calls = [
    () => result.current.orders.update(tea.id, { amount: { $increment: 3 }, title: 'Green' }),
    () => result.current.orders.create({ title: 'Cake' }),
  ];
  let sent: Promise<PromiseSettledResult<unknown>[]> | undefined;
  act(() => void (sent = Promise.allSettled(calls.map((call) => call()))));
  expect(shown()).toEqual([
    ['Cake', undefined],
    ['Green', 5],
  ]);
  expect(result.current.orders.isPending).toBe(true);
  await act(async () => void (resolve(), await sent));
  expect(shown()).toEqual([['Tea', 2]]);
  expect(result.current.orders).toMatchObject({ isPending: false, error: { code: 'conflict' } });
});

test('a change that succeeds stays, once, with and without live updates', async () => {
  for (const live of [server.follow, undefined]) {
    server.rows = [];
    const { result, unmount } = renderHook(() => ({ list: useList(server.orders), orders: useMutation(server.orders) }), {
      wrapper: ({ children }) => <BedplateProvider {...(live && { live })}>{children}</BedplateProvider>,
    });
    await waitFor(() => expect(result.current.list.isLoading).toBe(false));
    let made = '';
    await act(async () => void (made = (await result.current.orders.create({ title: 'Tea' })).id));
    expect(titles({ current: result.current.list })).toEqual(['Tea']);
    await act(async () => void (await result.current.orders.delete(made)));
    expect(result.current.list.data).toEqual([]);
    unmount();
  }
});

test('a snapshot is rendered on the server, shown at once by the page, and live from its time on', async () => {
  server.add('Tea');
  const snapshot = JSON.parse(JSON.stringify(await takeSnapshot([[server.orders, {}]]))) as Awaited<ReturnType<typeof takeSnapshot>>;
  const page = (
    <BedplateProvider live={server.follow} snapshot={snapshot}>
      <Titles />
    </BedplateProvider>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  expect(container.textContent).toBe('Tea 1');
  const root = await act(async () => hydrateRoot(container, page));
  expect(container.textContent).toBe('Tea 1');
  act(() => void server.add('Cake'));
  expect(container.textContent).toBe('Cake,Tea 2');
  expect(server.requests).toHaveLength(1);
  expect(server.sinces).toEqual([snapshot.at]);
  act(() => root.unmount());
});

test('an upload is shown by a page without live updates, and can be cancelled', async () => {
  const tea = server.add('Tea');
  const { result } = renderHook(() => ({ list: useList(server.orders), file: useUpload(server.orders) }), { wrapper: BedplateProvider });
  await waitFor(() => expect(result.current.list.isLoading).toBe(false));
  const upload = () => result.current.file.upload(tea.id, 'title', new Blob(['x']));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => expect((await upload()).url).toBe('http://files.test/x'));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(titles({ current: result.current.list })).toEqual(['With a file']);

  server.gate = new Promise(() => {});
  let cancelled: Promise<unknown> | undefined;
  act(() => void (cancelled = upload().catch((error: unknown) => error)));
  expect(result.current.file.isUploading).toBe(true);
  await act(async () => {
    await vi.advanceTimersByTimeAsync(0); // until it is sent
    result.current.file.cancel();
    await cancelled;
  });
  expect(result.current.file).toMatchObject({ isUploading: false, error: { code: 'aborted' } });
});

test('a failure is told and the list stays as it was', async () => {
  server.add('Tea');
  const { result } = listed();
  await waitFor(() => expect(result.current.data).toHaveLength(1));
  server.gate = Promise.reject(new Error('cut'));
  await act(() => result.current.reload());
  expect(result.current).toMatchObject({ error: { code: 'network' }, isLoading: false, data: [{ title: 'Tea' }] });
});
