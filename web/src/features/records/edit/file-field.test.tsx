import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { answer, columns, list, loadDataView, openDataView, rowOf, rows } from '../../../testing/open-data-view.tsx';

vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
const upload = vi.hoisted(() => vi.fn<(path: string, form: FormData) => Promise<object>>());
vi.mock('../../../lib/api/upload.ts', () => ({ upload }));
beforeAll(loadDataView, 60_000);

const photo = { name: 'a.png', size: 2048, thumbnails: { 512: '/large.png', 128: '/small.png' } };
const withPhoto = [{ ...rows[0], photo: 'http://files/a.png', file_metadata: { photo } }, rows[1] as object];

test('a picture is seen in its cell, and a file chosen in Edit is stored in its field', async () => {
  const { user } = openDataView({ [list]: () => ({ ...answer({ data: withPhoto }), columns: [...columns, 'photo'] }) });
  const row = await rowOf('Tea');
  expect(row.getByRole('gridcell', { name: 'http://files/a.png' }).querySelector('img')).toHaveAttribute('src', '/small.png');
  await user.click(row.getByLabelText('Edit'));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Item' }));
  expect(form.getByLabelText('photo')).toHaveAccessibleDescription('a.png · 2 KB');
  upload.mockResolvedValue({
    data: {
      ...withPhoto[0],
      photo: 'http://files/b.png',
      file_metadata: { photo: { ...photo, name: 'b.png' } },
      updatedAt: '2026-03-01T00:00:00.000Z',
    },
  });
  await user.upload(form.getByLabelText('Choose a file for photo'), new File(['b'], 'b.png', { type: 'image/png' }));
  expect(await form.findByText('b.png · 2 KB')).toBeVisible();
  expect(form.getByLabelText('photo')).toHaveValue('http://files/b.png');
  expect(upload.mock.calls[0]?.[0]).toBe('/project/p1/dataStorages/s1/item/r1/file?fieldName=photo');
});
