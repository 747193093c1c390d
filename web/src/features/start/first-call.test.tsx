import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { aStorage } from '../../testing/builders.ts';
import { type FakeRoutes, refuse } from '../../testing/fake-server.ts';
import { answer, list, loadDataView, openDataView } from '../../testing/open-data-view.tsx';
import { templates } from '../storages/templates.ts';

vi.mock('../records/live/live-source.ts', () => import('../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

const schemaPath = 'GET /app/project/p1/dataStorages/s1/schema';

function open(schema: FakeRoutes[string]) {
  return openDataView({
    [list]: () => answer({ data: [] }),
    'GET /app/dataStorages/users': () => ({ success: true, data: [aStorage({ id: 's1', storageKey: 'products' })] }),
    'GET /app/project/p1/keys': () => ({ success: true, data: [] }),
    [schemaPath]: schema,
  });
}

test('the first call of a storage whose fields are declared sends what it requires', async () => {
  const { user } = open(() => ({ success: true, data: { version: 1, state: 'learn', schema: templates.products.schema } }));
  expect(await screen.findByText(/"price": "12\.50"/)).toHaveTextContent(/"title": "Hello".*"stock": 3/);
  await user.click(screen.getByRole('tab', { name: 'React' }));
  expect(await screen.findByText(/price: '12\.50',/)).toHaveTextContent('create(newRecord())');
});

test('where the fields cannot be read the call is a short one', async () => {
  open(() => refuse('permission-denied', 'Your role does not allow this.'));
  expect(await screen.findByText(/-d '\{ "title": "Hello" \}'/)).toBeVisible();
});
