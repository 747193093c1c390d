import { type FieldProblem, nearParameter } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { parseListQuery } from './parse-query.ts';

const near: [advice: string, names: string[]][] = [
  [
    'take limit',
    [
      'Limit',
      'LIMIT',
      '_limit',
      '$limit',
      'limits',
      'limt',
      'per_page',
      'pageSize',
      'page-size',
      'page[size]',
      'pagination[limit]',
      '$top',
    ],
  ],
  ['take page', ['Page', '_page', 'pages', 'page_number', 'page[number]', 'pagination[page]']],
  ['take page, or cursor for long walks', ['offset', '_start_at', '$skip', 'page[offset]']],
  ['take cursor', ['Cursor', 'pageToken', 'start_after', 'nextCursor']],
  ['take sortBy and sortOrder', ['sort', '_sort', 'order', 'orderBy', 'order_by', '$orderby', 'sort[]', 'ordering']],
  ['take sortBy', ['sortby', 'sort_by', 'SortBy', 'sortBu']],
  ['take sortOrder', ['sortorder', 'sort_order', 'sortDirection', 'order_dir', 'sortOrdr']],
  ['take fields', ['field', 'select', '$select', 'fields[]', 'columns', 'attributes']],
  ['take search', ['q', '_q', 'query', 'Search', 'keyword', 'serach']],
  ['take dateFrom', ['date_from', 'startDate', 'datefrom']],
  ['take dateTo', ['date_to', 'endDate', 'dateTO']],
  ['take deleted', ['Deleted', 'withDeleted', 'with_trashed']],
  ['take expand', ['$expand', 'include', 'populate[0]', 'embed']],
  [
    'write each condition as field=value, field>=value or field=a|b',
    ['filter', '$filter', 'filters[title][$eq]', 'where', 'queries[]', 'and'],
  ],
];

test.each(near.flatMap(([advice, names]) => names.map((name) => [name, advice])))('%s is near: %s', (name, advice) => {
  expect(nearParameter(name)).toBe(advice);
});

test.each(['limit', 'sortBy', 'status', 'age', 'title', 'name', 'field1', 'price', 'size', 'from', 'to', 'user', 'pagination', 'sorted'])(
  '%s is no near miss',
  (name) => expect(nearParameter(name)).toBeUndefined(),
);

test('a descending order may be a sign before the field', () => {
  expect(parseListQuery('sortBy=-price').sort).toEqual({ path: 'price', direction: 'desc' });
  expect(parseListQuery('sortBy=%2Bprice').sort).toEqual({ path: 'price', direction: 'asc' });
  expect(parseListQuery('sortBy=+price').sort).toEqual({ path: 'price', direction: 'asc' });
  expect(() => parseListQuery('sortBy=-price&sortOrder=asc')).toThrow('contradict');
});

test('a name that no record knows is refused when it is meant for a parameter, and else told beside the answer', async () => {
  const api = await startApi();
  const { path } = await api.storage('articles');
  await api.call(path, { body: [{ title: 'a', author: { name: 'Ann' }, Status: 'open', order: 7 }] });
  const get = async (query: string) => {
    const { status, body } = await api.call(`${path}${query}`);
    const { details } = (body.error ?? {}) as { details?: FieldProblem[] };
    return { status, message: body.message, fields: details?.map(({ field }) => field), warnings: body.warnings };
  };
  const refused: [query: string, field: string, words: string][] = [
    ['?pageSize=5', 'pageSize', 'take limit. A field of this name is filter[pageSize].'],
    ['?sortorder=asc', 'sortorder', 'take sortOrder'],
    ['?select=', 'select', 'take fields'],
    ['?include=author', 'include', 'take expand'],
    ['?expand=author', 'expand', 'neither a reference field of articles nor'],
    ['/count?expand=author', 'expand', 'no meaning for a count'],
    ['/export?format=csv&expand=author', 'expand', 'no meaning for an export'],
    ['?or=(title.eq.a)', 'or', 'field=a|b'],
    ['?filters[title][$eq]=a', 'filters[title][$eq]', 'field=a|b'],
    ['?title[gte]=a', 'title[gte]', 'write title>='],
    ['?title__contains=a', 'title__contains', 'write title~'],
    ['?title_gte=a', 'title_gte', 'write title>='],
    ['?sortBy=title:desc', 'sortBy', '-price,title'],
    ['?sortBy=title,order desc', 'sortBy', '-price,title'],
    ['/count?per_page=1', 'per_page', 'take limit'],
    ['?groupBy=title', 'groupBy', '/aggregate only'],
    ['?op=count', 'op', '/aggregate only'],
    ['/aggregate?groupBy=year', 'groupBy', 'hour, day, week and month'],
    ['/aggregate?groupBy=paidAt:month', 'groupBy', 'groupBy=month:paidAt'],
    ['/aggregate?groupBy=month(paidAt)', 'groupBy', 'groupBy=month:paidAt'],
    ['/aggregate?group_by=title', 'group_by', 'take groupBy'],
    ['/aggregate?groupBy=title&limit=5', 'limit', 'no meaning for totals'],
    ['?deleted=include&offset=10', 'offset', 'take page'],
  ];
  for (const [query, field, words] of refused) {
    expect([query, await get(query)]).toEqual([query, { status: 400, message: expect.stringContaining(words), fields: [field] }]);
  }
  const told: [query: string, field: string, words: string][] = [
    ['?colour=red', 'colour', 'No record of this storage has a field "colour".'],
    ['?status=open', 'status', 'Did you mean Status?'],
    ['?created_at=2026', 'created_at', 'Did you mean createdAt?'],
    ['?filter[pageSize]=5', 'pageSize', 'No record of this storage has a field'],
    ['?sortBy=price', 'sortBy', 'sortBy names a field that no record of this storage has: "price".'],
    ['?sortBy=title,-price', 'sortBy', 'sortBy names a field that no record of this storage has: "price".'],
    ['?fields=title,price', 'fields', 'fields names a field that no record'],
    ['?colour!=red&deleted=include', 'colour', 'No record'],
    ['?title=eq.a', 'title', 'whole text "eq.a". An operator is written as in title=a.'],
    ['?order=gte.7', 'order', 'order>=7'],
    ['?order=lt:7', 'order', 'order<7'],
    ['/count?colour=red', 'colour', 'No record'],
    ['/aggregate?op=sum:price', 'op', 'op names a field that no record'],
    ['/aggregate?groupBy=colour', 'groupBy', 'groupBy names a field that no record'],
    ['/aggregate?sum=price', 'sum', 'A total is asked for as in op=sum:price'],
  ];
  for (const [query, field, words] of told) {
    expect([query, await get(query)]).toEqual([query, { status: 200, warnings: [{ field, message: expect.stringContaining(words) }] }]);
  }
  const plain = [
    '',
    '?order=7',
    '?title=a&author.name=Ann&fields=author,title,id',
    '?sortBy=-order',
    '?sortBy=-order,title',
    '?_=1732550400',
  ];
  for (const query of plain) expect([query, await get(query)]).toEqual([query, { status: 200 }]);
  expect((await api.call(`${path}?_=1`)).body).toMatchObject({ pagination: { totalItems: 1 } });
  await api.stop();
});

test('calls that take no list refuse every parameter that they do not know, and write nothing', async () => {
  const api = await startApi();
  const { path } = await api.storage('notes');
  const { id } = (await api.call(path, { body: { title: 'kept' } })).body.data as { id: string };
  const calls: [path: string, method: string, body?: unknown][] = [
    [`${path}?upsert=true`, 'POST', { title: 'x' }],
    [`${path}/dataId/${id}?include=author`, 'GET'],
    [`${path}/dataId/${id}?upsrt=true`, 'PUT', { title: 'x' }],
    [`${path}/dataId/${id}?permanently=true`, 'DELETE'],
    [`${path}/dataId/${id}/restore?force=true`, 'POST'],
    [`${path}/dataId/${id}/upload?field=photo`, 'POST', new FormData()],
    [`${path}/dataId/${id}/upload-complete?fieldName=photo`, 'POST', { uploadId: 'u' }],
    ['/api/batch?atomic=false', 'POST', { writes: [] }],
  ];
  for (const [address, method, body] of calls) {
    const answer = await api.call(address, { method, body });
    const name = new URL(address, 'http://a').searchParams.keys().next().value;
    expect([address, answer.status, answer.body.message]).toEqual([address, 400, expect.stringContaining(`${name} has no meaning for`)]);
  }
  expect((await api.call(`${path}?_=1`)).body.data).toMatchObject([{ id, title: 'kept' }]);
  await api.stop();
});
