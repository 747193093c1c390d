import { expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';

test('a value of a kind that the field never had is told beside the empty answer, and others are not', async () => {
  const api = await startApi();
  const { path } = await api.storage('goods');
  await api.call(path, {
    body: [
      { price: 5, name: '7', isNew: true, mixed: 'a', tags: ['a'], size: { width: 2 } },
      { price: 7.5, name: 'b', isNew: false, mixed: 3, tags: [1], none: null },
    ],
  });
  const warningsOf = async (query: string) => {
    const { status, body } = await api.call(`${path}?${query}`);
    const { data, warnings } = body as { data: unknown[]; warnings?: { field: string; message: string }[] };
    return { status, found: data.length, warnings };
  };
  const told: [query: string, field: string, message: string][] = [
    ['price>=ten', 'price', 'price has only numbers, and price>=ten looks for a text: no record matches.'],
    ['price=10,5', 'price', 'price has only numbers, and price=10,5 looks for a text: no record matches.'],
    ['price="5"', 'price', 'price has only numbers, and price="5" looks for a text: no record matches.'],
    ['name>5', 'name', 'name has only texts, and name>5 looks for a number: no record matches. For texts write name>"5".'],
    ['isNew=yes', 'isNew', 'isNew has only true and false, and isNew=yes looks for a text: no record matches.'],
    ['or=(price=ten,name=zz)', 'price', 'price has only numbers, and price=ten looks for a text: no record matches.'],
    ['size.width=wide', 'size.width', 'size.width has only numbers, and size.width=wide looks for a text: no record matches.'],
  ];
  for (const [query, field, message] of told) {
    expect([query, await warningsOf(query)]).toEqual([query, { status: 200, found: 0, warnings: [{ field, message }] }]);
  }
  const plain = [
    'price=5',
    'price=5|ten',
    'price!=ten',
    'price=null',
    'price=',
    'name=5',
    'name=7',
    'isNew=true',
    'mixed>a',
    'mixed>2',
    'price~5',
  ];
  for (const query of [...plain, 'tags=x', 'tags>5', 'none=x', 'isNew="true"|true']) {
    expect([query, (await warningsOf(query)).warnings]).toEqual([query, undefined]);
  }
  await api.stop();
});
