import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import type { QuerySpec } from '../../../store/model/query-spec.ts';
import { createRecords } from '../write/create-records.ts';
import { aggregate } from './aggregate.ts';
import { parseAggregateQuery } from './aggregate-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;
const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10);
const [today, yesterday] = [dayOf(Date.now()), dayOf(Date.now() - 86_400_000)];

beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services);
  for (let batch = 0; batch < 11; batch += 1)
    await createRecords(data.services, await read(), {
      inputs: Array.from({ length: 100 }, () => ({ kind: 'a', color: 'red' })),
      actor: 'a',
    });
});
afterAll(() => data.stop());

/** Counts as Firestore bills them where the matches of two indexes lie far apart within single days: it reads many entries for each match. */
function sparseInEachDay() {
  let allDays: string | undefined;
  const counted = async (spec: QuerySpec) => {
    allDays ??= JSON.stringify(spec.where); // is counted first
    const found = await data.services.store.counted(spec);
    return JSON.stringify(spec.where) === allDays ? found : { ...found, reads: 50 };
  };
  const store = Object.create(data.services.store, { counted: { value: counted } }) as typeof data.services.store; // one method apart
  return { ...data.services, store };
}

const totals = async (conditions: string, services = data.services) => {
  const query = `${conditions}&groupBy=day&dateFrom=${yesterday}&dateTo=${today}`;
  return aggregate(
    services,
    await read(),
    parseAggregateQuery(query, () => false),
  );
};

test('a period whose records cannot all be counted is refused: a number that is only a lower bound is no total', async () => {
  expect(await totals('kind=a')).toEqual({ data: [{ group: today, count: 1100 }] });
  await expect(totals('kind=a&color=red', sparseInEachDay())).rejects.toMatchObject({ code: 'query-too-broad' });
});
