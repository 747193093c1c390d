import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { cell, item, loadDataView, openDataView, rows } from '../../../testing/open-data-view.tsx';

const drawn = vi.hoisted(() => ({ texts: [] as unknown[] }));
vi.mock('../columns/cell-text.ts', async (original) => {
  const real = await original<{ cellText: (value: unknown) => string }>();
  return {
    ...real,
    cellText(value: unknown) {
      drawn.texts.push(value);
      return real.cellText(value);
    },
  };
});
vi.mock('../live/live-source.ts', () => import('../../../testing/live-records.ts'));
beforeAll(loadDataView, 60_000);

test('a cell edit draws its own row for the edit and the answer, and other rows once at most', async () => {
  const { user } = openDataView({
    [`PUT ${item}`]: ({ body }) => ({
      success: true,
      data: { ...rows[1], ...(body as { data: object }).data, updatedAt: '2026-02-01T00:00:00.000Z' },
    }),
  });
  await user.click(await cell('12'));
  await user.keyboard('{F2}');
  await user.clear(await screen.findByLabelText('amount, editing'));
  await user.keyboard('40');
  drawn.texts = [];
  await user.keyboard('{Enter}');
  expect(await screen.findByText('amount changed.')).toBeVisible();
  expect(drawn.texts.filter((value) => value === 'r2')).toHaveLength(2);
  expect(drawn.texts.filter((value) => value === 'r1').length).toBeLessThanOrEqual(1);
});
