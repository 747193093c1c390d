import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

/** 400 records whose titles have a lamp in them, three of them also a rare word. */
async function lamps() {
  const read = await makeStorage(data.services);
  for (let first = 0; first < 400; first += 100) {
    const inputs = Array.from({ length: 100 }, (_, i) => ({ title: `lamp ${first + i}${(first + i) % 150 === 7 ? ' quartz' : ''}` }));
    await createRecords(data.services, await read(), { inputs, actor: 'a' });
  }
  return async (query: string) => {
    const { found, total, totalIsExact, reads } = await list(data.services, await read(), parseListQuery(query));
    return { titles: found.map(({ fields }) => fields.title), total, totalIsExact, reads };
  };
}

const rare = ['lamp 307 quartz', 'lamp 157 quartz', 'lamp 7 quartz'];

test('a text of few records is counted once; then lists of such texts read what they find, and nothing else', async () => {
  const ask = await lamps();
  expect(await ask('title~quartz')).toEqual({ titles: rare, total: 3, totalIsExact: true, reads: 4 });
  expect(await ask('title~quartz')).toEqual({ titles: rare, total: 3, totalIsExact: true, reads: 3 });
  expect(await ask('title~quartz&limit=1&page=2')).toEqual({ titles: [rare[1]], total: 3, totalIsExact: true, reads: 3 });
});

test('a text that many records have costs no more than it did, and after it the lists of rare ones come to have their total again', async () => {
  const ask = await lamps();
  expect(await ask('title~quartz')).toMatchObject({ total: 3 });
  // Those that were read in vain, a count and the walk.
  const many = await ask('title~lamp&limit=5');
  expect(many).toMatchObject({ titles: ['lamp 399', 'lamp 398', 'lamp 397', 'lamp 396', 'lamp 395'], totalIsExact: false });
  expect(many.reads).toBe(13 + 1 + 5);
  expect((await ask('title~lamp&limit=5')).reads).toBe(5);
  await ask('title~quartz');
  // One of few records does not make the next one of many be read in vain again.
  expect((await ask('title~lamp&limit=5')).reads).toBe(5);
  for (let times = 0; times < 4; times += 1)
    expect(await ask('title~quartz')).toMatchObject({ titles: rare, total: 3, totalIsExact: true });
  expect(await ask('title~quartz&limit=1')).toMatchObject({ titles: rare.slice(0, 1), total: 3, totalIsExact: true });
});
