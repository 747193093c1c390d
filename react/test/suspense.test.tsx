// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, StrictMode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import { BedplateProvider, useList, useSuspenseList, useSuspenseRecord } from '../src/index.ts';
import { takeSnapshot } from '../src/server.ts';
import { TestServer } from './test-server.ts';

let server: TestServer;
beforeEach(() => {
  server = new TestServer();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Titles() {
  const { data, pagination, error } = useSuspenseList(server.orders);
  expectTypeOf(data[0]?.title).toEqualTypeOf<string | undefined>();
  return (
    <p>
      {data.map(({ title }) => title).join()} {pagination.totalItems} {error?.message}
    </p>
  );
}

const Page = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <BedplateProvider live={server.follow}>
      <Suspense fallback={<p>waiting</p>}>{children}</Suspense>
    </BedplateProvider>
  </StrictMode>
);

test('a boundary waits for the first reading, which all that show the list share; then it is live', async () => {
  server.add('Tea');
  render(
    <Page>
      <Titles />
      <Titles />
    </Page>,
  );
  expect(screen.getByText('waiting')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Tea 1')).toHaveLength(2));
  act(() => void server.add('Cake'));
  expect(screen.getAllByText('Cake,Tea 2')).toHaveLength(2);
  expect(server.requests).toEqual(['GET /api/orders/s1']);
  expect(server.listening).toBe(1);
});

test('a record that is not there is null, and one that comes is shown', async () => {
  const Title = ({ id }: { id: string }) => {
    const { data } = useSuspenseRecord(server.orders, id);
    return <p>{data === null ? 'nothing' : data.title}</p>;
  };
  const { rerender } = render(<Title id="r1" />, { wrapper: Page });
  await screen.findByText('nothing');
  act(() => void server.add('Tea'));
  await screen.findByText('Tea');
  rerender(<Title id="r9" />);
  expect(await screen.findByText('nothing')).toBeTruthy();
});

test('a list that waited long for what is beside it is read again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isThere = false;
  const Slow = () => {
    // oxlint-disable-next-line typescript/only-throw-error -- as a part waits in React 18
    if (!isThere) throw promise;
    return <p>slow</p>;
  };
  const now = vi.spyOn(performance, 'now');
  server.add('Tea');
  render(
    <Page>
      <Titles />
      <Slow />
    </Page>,
  );
  await waitFor(() => expect(server.requests).toHaveLength(1));
  await act(async () => {});
  server.rows = []; // while nothing follows the list
  now.mockImplementation(() => Date.now() + 5000);
  await act(async () => {
    isThere = true;
    resolve();
  });
  await screen.findByText('slow');
  await screen.findByText('0');
  expect(server.requests).toHaveLength(2);
});

test('a first reading that fails is thrown, and a later try reads again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.add('Tea');
  server.refusesReads = true;
  const boundary: { current: Boundary | null } = { current: null };
  render(
    <BedplateProvider>
      <Boundary ref={boundary}>
        <Suspense fallback={<p>waiting</p>}>
          <Titles />
        </Suspense>
      </Boundary>
    </BedplateProvider>,
  );
  await screen.findByText(/^failed: /);
  expect(server.requests).toHaveLength(1);
  server.refusesReads = false;
  const late = performance.now() + 2000;
  vi.spyOn(performance, 'now').mockReturnValue(late);
  act(() => boundary.current?.setState({ error: undefined }));
  await screen.findByText('Tea 1');
});

test('a later reading that fails keeps what is shown', async () => {
  server.add('Tea');
  const Again = () => {
    const { reload } = useList(server.orders);
    return <button onClick={() => void reload()}>Again</button>;
  };
  render(
    <Page>
      <Titles />
      <Again />
    </Page>,
  );
  await screen.findByText('Tea 1');
  server.refusesReads = true;
  act(() => screen.getByText('Again').click());
  expect(await screen.findByText(/^Tea 1 ./)).toBeTruthy();
});

test('a snapshot is there at once, also in the HTML of the server', async () => {
  server.add('Tea');
  const snapshot = await takeSnapshot([[server.orders, {}]]);
  const html = renderToString(
    <BedplateProvider snapshot={snapshot}>
      <Suspense fallback="waiting">
        <Titles />
      </Suspense>
    </BedplateProvider>,
  );
  expect(html).toContain('Tea');
  expect(html).not.toContain('waiting');
});

class Boundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error ? <p>failed: {this.state.error.message}</p> : this.props.children;
  }
}
