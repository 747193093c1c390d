import { furtherRefusals, refusals, rendered } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from '../write/create-records.ts';
import { checkRows } from './check-rows.ts';

const sentences = { ...refusals, ...furtherRefusals };
let data: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

test('each refused row says why as a sentence and as its code, which the console shows in its language', async () => {
  const read = await makeStorage(data.services, { storageKey: 'users' });
  const user = (username: string) => ({ username, email: `${username}@example.test`, password: 'a-pass-word-1' });
  await createRecords(data.services, await read(), { inputs: [user('ada')], actor: 'a' });
  const rows = [user('bob'), user('bob'), user('ada'), { ...user('cleo'), 'a.b': 1 }].map((value, i) => ({ row: i + 1, value }));
  const { good, errors } = await checkRows(data.services, { storage: await read(), rows });
  expect(good.map(({ row }) => row)).toEqual([1]);
  expect(errors.map(({ row, key }) => [row, key])).toEqual([
    [2, 'rowTwice'],
    [3, 'rowTaken'],
    [4, 'fieldNameDot'],
  ]);
  for (const { message, key, values } of errors) expect(message).toBe(rendered(sentences[key as keyof typeof sentences], values));
});
