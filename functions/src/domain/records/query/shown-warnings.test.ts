import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { rulesOf } from '../schema/storage-rules.ts';
import { enumWarnings } from './enum-warnings.ts';
import { warningsOf } from './named-fields.ts';
import { parseListQuery } from './parse-query.ts';

vi.mock('../schema/storage-rules.ts');

test('twenty values of an enum are named beside one that it does not have', async () => {
  const values = Array.from({ length: 30 }, (_, n) => `v${n}`);
  vi.mocked(rulesOf).mockResolvedValue({ fields: new Map([['state', { values }]]) } as unknown as Awaited<ReturnType<typeof rulesOf>>);
  const fields = { f0: { path: ['state'], types: ['string'], declared: { type: 'enum' } } };
  const storage = { id: 's1', data: { fields, profile: {} } } as unknown as StorageRow; // what is read of it
  const [warning] = await enumWarnings({} as RecordServices, storage, parseListQuery('state=opne'));
  expect(warning?.message.match(/v\d+/g)).toHaveLength(20);
});

test('twenty names that no record has are told', () => {
  const catalogue = catalogueOf({ fields: {}, profile: {} } as Parameters<typeof catalogueOf>[0]);
  const named = Array.from({ length: 30 }, (_, n) => ({ parameter: `unheard${n}`, path: `unheard${n}` }));
  expect(warningsOf(catalogue, named)).toHaveLength(20);
});
