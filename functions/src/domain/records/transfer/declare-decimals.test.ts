import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin as by } from '../../../../test/callers.ts';
import { declareDecimals } from './declare-decimals.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('as many columns as a schema has room for are declared, and of more none', async () => {
  const { read } = await api.storage('amounts');
  const names = Array.from({ length: limits.schemaFields + 1 }, (_, i) => `c${i}`);
  expect((await declareDecimals(api.services, await read(), { names, by })).data.schema).toBeUndefined();
  const declared = await declareDecimals(api.services, await read(), { names: names.slice(1), by });
  expect(declared.data.schema).toMatchObject({ version: 1 });
});
