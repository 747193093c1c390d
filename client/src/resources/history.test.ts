import { expect, test, vi } from 'vitest';
import { createHistory } from './history.ts';

test('each method of the history is one call', async () => {
  const seen: [string, unknown][] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (url, init) => {
    seen.push([
      `${init?.method} ${String(url).replace('https://app.test/api', '')}`,
      init?.body === undefined ? undefined : JSON.parse(String(init.body)),
    ]);
    return Response.json({ success: true, data: [{ storageId: 's1' }], pagination: { before: 3 }, days: 30 });
  });
  const history = createHistory({ endpoint: 'https://app.test', projectId: 'p1', apiKey: 'k', secretKey: 's', fetch });
  const orders = { key: 'orders', id: 's1' };
  expect(await history.changes(orders, 'a/1')).toMatchObject({ pagination: { before: 3 }, days: 30 });
  await history.changes(orders, 'a1', { limit: 10, before: 3 });
  await history.recordAt(orders, 'a1', new Date('2026-05-01T12:00:00Z'));
  expect(await history.undo({ key: 'k1', from: new Date('2026-05-01T12:00:00Z') }, { dryRun: true })).toEqual([{ storageId: 's1' }]);
  await history.undo({ request: 'r1', until: '2026-05-01T13:00:00Z', storageId: 's1' });
  await history.undoJob('s1', 'j/1');
  expect(seen).toEqual([
    ['GET /orders/s1/dataId/a%2F1/history', undefined],
    ['GET /orders/s1/dataId/a1/history?limit=10&before=3', undefined],
    ['GET /orders/s1/dataId/a1?asOf=2026-05-01T12%3A00%3A00.000Z', undefined],
    ['POST /undo', { key: 'k1', from: '2026-05-01T12:00:00.000Z', dryRun: true }],
    ['POST /undo', { request: 'r1', until: '2026-05-01T13:00:00Z', storageId: 's1' }],
    ['GET /undo/s1/j%2F1', undefined],
  ]);
});
