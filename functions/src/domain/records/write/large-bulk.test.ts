import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { list } from '../query/list.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { createRecords } from './create-records.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});

afterAll(() => data.stop());

/** Arrays of numbers take little in a body and much in an index. */
const withArrays = (n: number, arrays: number) =>
  Object.fromEntries(
    Array.from({ length: arrays }, (_, a) => [`a${a}`, Array.from({ length: 100 }, (_unused, i) => n * 10_000 + a * 100 + i)]),
  );

async function writeHundred(arrays: number) {
  const read = await makeStorage(data.services);
  const records = Array.from({ length: 100 }, (_, n) => withArrays(n, arrays));
  const refusal = await createRecords(data.services, await read(), { inputs: records, actor: 'a' }).then(
    () => null,
    (error: unknown) => error,
  );
  const { total } = await list(data.services, await read(), parseListQuery('limit=1'));
  return { refusal, total };
}

test('what Firestore takes in its shorter format only is written', async () => {
  expect(await writeHundred(24)).toEqual({ refusal: null, total: 100 });
});

test('records that Firestore would not take together are refused, and none is written', async () => {
  expect(await writeHundred(34)).toMatchObject({ refusal: { code: 'payload-too-large' }, total: 0 });
});
