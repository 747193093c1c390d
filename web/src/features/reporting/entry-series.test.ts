import { expect, test } from 'vitest';
import { entrySeries } from './entry-series.ts';

const aStorage = (n: number, daily: number[]) => ({
  storageId: `s${n}`,
  storageName: `Storage ${n}`,
  total: 0,
  daily,
  storageData: { data: [] },
});

test('storages without an entry in these days are not drawn', () => {
  expect(entrySeries([aStorage(1, [0, 2]), aStorage(2, [0, 0])])).toEqual([{ name: 'Storage 1', daily: [0, 2] }]);
});

test('of more storages than there are hues the busiest are drawn, and all others as one', () => {
  const many = Array.from({ length: 15 }, (_, n) => aStorage(n + 1, [n + 1, 1]));
  const series = entrySeries(many);
  expect(series.map(({ name }) => name)).toEqual([15, 14, 13, 12, 11, 10, 9, 8].map((n) => `Storage ${n}`).concat('7 other storages'));
  expect(series.at(-1)?.daily).toEqual([28, 7]);
});
