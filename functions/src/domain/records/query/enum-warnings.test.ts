import { StorageSchema } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { changeSchema } from '../schema-change/change-schema.ts';

test('a value that an enum does not have is told beside the answer', async () => {
  const api = await startApi();
  const { path, id } = await api.storage('orders');
  const schema = StorageSchema.parse({
    fields: {
      status: { type: 'enum', values: ['open', 'paid'] },
      tags: { type: 'list', of: 'enum', values: ['new', 'old'] },
      note: { type: 'text' },
    },
  });
  await changeSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: { version: 0, state: 'learn', schema },
  });
  await api.call(path, { body: [{ status: 'open', tags: ['new'], note: 'a' }] });
  const warningsOf = async (query: string) => (await api.call(`${path}?${query}`)).body.warnings as unknown;
  const status = [{ field: 'status', message: 'By the schema status is one of open, paid: "opne" is none of them.' }];
  await expect.poll(() => warningsOf('status=opne')).toEqual(status);
  for (const query of ['status=open|opne', 'status!=opne', 'status="opne"', 'or=(status=opne,note=a)'])
    expect([query, await warningsOf(query)]).toEqual([query, status]);
  expect(await warningsOf('tags=nwe')).toEqual([
    { field: 'tags', message: 'By the schema tags is one of new, old: "nwe" is none of them.' },
  ]);
  for (const query of ['status=open', 'status=open|paid', 'status=null', 'status=', 'status~op', 'tags=new', 'note=b'])
    expect([query, await warningsOf(query)]).toEqual([query, undefined]);
  await api.stop();
});
