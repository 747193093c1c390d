import type { StorageSchema } from '@bedplate/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { signInAs } from '../../../testing/render-app.tsx';
import { SignedIn, storedSession } from '../../../lib/session/session.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { useDeclared } from './use-declared.ts';

const schemaOf = (name: string): StorageSchema => ({ fields: { [name]: { type: 'text' } }, unique: [], closed: false });
const pageOf = (version?: number) => ({ columns: [], ...(version && { schema: { version, state: 'learn' } }) }) as unknown as RecordPage; // the hook reads no more

test('while a newer version is read, what was declared before stays; another storage begins with nothing', async () => {
  signInAs({ role: 'admin' });
  const waiting = Promise.withResolvers<void>();
  const server = fakeServer({
    'GET /app/project/p1/dataStorages/s1/schema': async () => {
      await waiting.promise;
      return { success: true, data: { version: 1, state: 'learn', schema: schemaOf('price') } };
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result, rerender } = renderHook(({ storageId, page }) => useDeclared({ projectId: 'p1', storageId }, page), {
    initialProps: { storageId: 's1', page: pageOf() },
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <SignedIn value={storedSession()}>{children}</SignedIn>
      </QueryClientProvider>
    ),
  });
  expect(result.current?.fields).toEqual({});
  rerender({ storageId: 's1', page: pageOf(1) });
  await waitFor(() => expect(server.to('GET /app/project/p1/dataStorages/s1/schema')).toHaveLength(1));
  expect(result.current?.fields).toEqual({});
  waiting.resolve();
  await waitFor(() => expect(result.current).toEqual(schemaOf('price')));
  rerender({ storageId: 's2', page: pageOf(1) });
  expect(result.current).toBeNull();
});
