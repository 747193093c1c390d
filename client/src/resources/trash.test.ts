import { expect, test, vi } from 'vitest';
import { createTrash } from './trash.ts';

test('each method of the trash is one call', async () => {
  const seen: [string, unknown][] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (url, init) => {
    seen.push([
      `${init?.method} ${String(url).replace('https://app.test/api', '')}`,
      init?.body === undefined ? undefined : JSON.parse(String(init.body)),
    ]);
    return Response.json({ success: true, data: { entries: [], next: 's2' } });
  });
  const trash = createTrash({ endpoint: 'https://app.test', projectId: 'p1', apiKey: 'k', secretKey: 's', fetch });
  const orders = { key: 'orders', id: 's1' };
  expect(await trash.list()).toEqual({ entries: [], next: 's2' });
  await trash.list({ after: 's/2' });
  expect(await trash.restore({ storage: 's1' })).toBeUndefined();
  await trash.restore({ project: 'p2' });
  await trash.purge({ storage: 's1' }, 'Orders');
  await trash.purge({ project: 'p2' }, 'Shop');
  await trash.records<{ amount: number }>(orders, { where: { amount: { gt: 3 } }, limit: 5 });
  await trash.restoreRecords(orders, ['a', 'b']);
  await trash.purgeRecords(orders, ['a']);
  expect(seen).toEqual([
    ['GET /trash', undefined],
    ['GET /trash?after=s%2F2', undefined],
    ['POST /trash', { restore: 's1' }],
    ['POST /trash', { restoreProject: 'p2' }],
    ['POST /trash', { purge: 's1', name: 'Orders' }],
    ['POST /trash', { purgeProject: 'p2', name: 'Shop' }],
    ['GET /orders/s1?limit=5&deleted=only&amount=%3E3', undefined],
    ['POST /batch', { writes: ['a', 'b'].map((id) => ({ op: 'restore', storageId: 's1', id })) }],
    ['POST /batch', { writes: [{ op: 'delete', storageId: 's1', id: 'a', permanent: true }] }],
  ]);
});

test('a storage is restored or deleted for good by one request: a second one would find nothing', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    throw new TypeError('connection reset');
  });
  const trash = createTrash({ endpoint: 'https://app.test', projectId: 'p1', apiKey: 'k', secretKey: 's', fetch });
  await expect(trash.restore({ storage: 's1' })).rejects.toThrow('reached');
  expect(fetch).toHaveBeenCalledTimes(1);
});
