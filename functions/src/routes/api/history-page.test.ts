import { expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

test('a history that is asked for no number shows fifty changes', async () => {
  const api = await startApi();
  const { path } = await api.storage('orders', { history: 30 });
  const { id } = (await api.call(path, { body: { n: 0 } })).body.data;
  for (let n = 1; n <= 55; n += 1) await api.call(`${path}/dataId/${id}`, { method: 'PATCH', body: { n } });
  const { data, pagination } = (await api.call(`${path}/dataId/${id}/history`)).body;
  expect(data).toHaveLength(50);
  expect(pagination).toMatchObject({ before: expect.anything() });
  await api.stop();
});
