import { expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';

const api = await startApi();
const { path } = await api.storage('tasks');
await api.call(path, {
  body: [
    { status: 'open', owner: 'ada', tags: ['x', 'y'], price: 5 },
    { status: 'closed', owner: 'bob', tags: ['x'], price: 6 },
  ],
});

async function warningsOf(query: string): Promise<unknown> {
  const { status, body } = await api.call(`${path}${query}`);
  expect([query, status]).toEqual([query, 200]);
  return (body.warnings as { message: string }[] | undefined)?.map(({ message }) => message).join(' ') ?? '';
}

test.each([
  ['status=open,closed', 'bars between them: status=open|closed.'],
  ['status=in(open,closed)', 'status=open|closed.'],
  ['status=[%22open%22,%20%22closed%22]', 'status=open|closed.'],
  ['status=open&status=closed', 'Any of them will do in status=open|closed.'],
  ['owner=undefined', 'missing values are owner=null.'],
  ['owner=[object%20Object]', 'missing values are owner=null.'],
  ['status=op*', 'status~op.'],
  ['status=%25pe%25', 'status~pe.'],
  ["status='open'", 'status="open".'],
  ['status=!open', 'status!=open.'],
])('the empty list of %s explains itself, and its count does', async (query, words) => {
  expect(await warningsOf(`?${query}`)).toContain(words);
  expect(await warningsOf(`/count?${query}`)).toContain(words);
});

test.each(['status=open', 'status=open|closed', 'tags=x&tags=y', 'status="open,closed"', 'status=Doe, Ada', 'status=a*b', 'status!=op*'])(
  '%s is told of nothing',
  async (query) => expect(await warningsOf(`?${query}`)).toBe(''),
);

test.each([
  ['owner!=undefined', 'missing values are owner!=null.'],
  ['owner!=[object%20Object]', 'no value'],
  ['status!=open,closed', 'status!=open|closed.'],
  ['status!=(open,closed)', 'status!=open|closed.'],
  ["status!='open'", 'status!="open".'],
  ['status<>open', 'status!=open.'],
])('%s, which nearly every record would match, is told in a list and refused in a change', async (query, words) => {
  expect(await warningsOf(`?${query}`)).toContain(words);
  for (const method of ['PUT', 'DELETE']) {
    const { status, body } = await api.call(`${path}?${query}`, { method, ...(method === 'PUT' && { body: { seen: true } }) });
    expect([method, status, body.message]).toEqual([method, 400, expect.stringContaining(words)]);
  }
  expect(await api.call(`${path}/count`)).toMatchObject({ body: { data: { count: 2 } } });
});

test('in quotes such a text is meant, and a change that finds nothing is no failure', async () => {
  for (const query of ['owner!="undefined"&dryRun=true', 'owner=undefined', 'status=open&status=closed'])
    expect([query, (await api.call(`${path}?${query}`, { method: 'DELETE' })).status]).toEqual([query, 200]);
});
