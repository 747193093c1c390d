import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi();
  path = (await api.storage('orders', { is_softDelete: true })).path;
  await api.call(path, { body: [{ n: 1 }, { n: 2 }] });
});
afterAll(() => api.stop());

const early = ['0000-01-01', '0000-12-31T23:59:59Z', '0001-01-01', '0001-01-01T00:00:00+14:00'];
const late = ['9999-12-31', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-12:00', '999999999999999'.slice(1)];

test.each([...early.map((time) => [time, '>'] as const), ...late.map((time) => [time, '<'] as const)])(
  'a time as far as %s bounds lists, counts, totals and exports',
  async (time, side) => {
    const far = encodeURIComponent(time);
    const other = side === '<' ? '>' : '<';
    for (const field of ['createdAt', 'updatedAt']) {
      for (const [operator, matches] of [
        [side, 2],
        [`${side}=`, 2],
        [other, 0],
        [`${other}=`, 0],
        ['=', 0],
      ] as const) {
        const condition = `${field}${operator}${far}`;
        for (const more of ['', '&sortBy=createdAt&sortOrder=asc', '&sortBy=updatedAt', '&sortBy=n', '&deleted=include']) {
          const answer = await api.call(`${path}?${condition}${more}`);
          expect([condition + more, answer.status, answer.body.data?.length]).toEqual([condition + more, 200, matches]);
        }
        expect((await api.call(`${path}/count?${condition}`)).body.data).toMatchObject({ count: matches });
        expect((await api.call(`${path}/aggregate?op=count&${condition}`)).body.data).toMatchObject({ count: matches });
        expect((await api.call(`${path}/aggregate?op=count&groupBy=day&${condition}`)).status).toBe(200);
      }
    }
    const isFrom = side === '>';
    expect((await api.call(`${path}?${isFrom ? 'dateFrom' : 'dateTo'}=${far}`)).body.data).toHaveLength(2);
    const exported = await api.call(`${path}/export?format=ndjson&${isFrom ? 'dateFrom' : 'dateTo'}=${far}`);
    expect([exported.status, exported.text.trim().split('\n').length]).toEqual([200, 2]);
  },
  20_000,
);
