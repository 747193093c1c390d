import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from '../bedplate.ts';
import { type ListQuery, queryString } from './query.ts';
import type { AnyFields } from './records.ts';

interface Order {
  title: string;
  amount: number;
  paid: boolean;
  status: 'open' | 'closed';
  page: number;
  lines: { sku: string }[];
  tags: string[];
  address?: { city: string; geo: { lat: number; source: { name: string } } | null };
}

const built = (query: ListQuery<Order>) => decodeURIComponent(queryString(query));

test('equality, lists and the operators are written as the data API reads them', () => {
  expect(built({ where: { title: 'Tea' } })).toBe('title=Tea');
  expect(built({ where: { status: ['open', 'closed'] } })).toBe('status=open|closed');
  expect(built({ where: { amount: { gte: 100, lt: 200 } } })).toBe('amount=>=100&amount=<200');
  expect(built({ where: { amount: { gt: 1, lte: 2 } } })).toBe('amount=>1&amount=<=2');
  expect(built({ where: { status: { ne: 'open' }, title: { contains: 'te' } } })).toBe('status=!=open&title=~te');
  expect(built({ where: { paid: true, status: { in: ['open'] } } })).toBe('paid=true&status=open');
});

test('names and values are encoded', () => {
  expect(queryString<Order>({ where: { title: 'a&b=c d' }, search: 'ü' })).toBe('search=%C3%BC&title=a%5C%26b%3Dc%20d');
  expect(queryString<Order>({ where: { amount: { gte: 1 } } })).toBe('amount=%3E%3D1');
});

test('a bar and an operator in a value belong to the value', () => {
  expect(built({ where: { title: 'a|b' } })).toBe('title=a\\|b');
  expect(built({ where: { title: 'a\\|b' } })).toBe('title=a\\\\\\|b');
  expect(built({ where: { title: 'a&=b' } })).toBe('title=a\\&=b');
  expect(built({ where: { title: 'C:\\' } })).toBe('title=C:\\');
  expect(built({ where: { title: ['C:\\', 'D:\\'] } })).toBe('title=C:\\\\|D:\\');
  expect(built({ where: { title: '>=5' } })).toBe('title=">=5"');
  expect(built({ where: { title: ['a', '>=5'] } })).toBe('title=a|">=5"');
  expect(built({ where: { title: { contains: '=' } } })).toBe('title=~"="');
});

test('a text is one: "null" is not null, and quotes are characters', () => {
  expect(built({ where: { title: 'null' } })).toBe('title="null"');
  expect(built({ where: { title: null } })).toBe('title=null');
  expect(built({ where: { title: '"5"' } })).toBe('title="\\"5\\""');
  expect(built({ where: { title: '5" nail' } })).toBe('title=5" nail');
  expect(built({ where: { title: ['null', null, 'a|b'] } })).toBe('title="null"|null|a\\|b');
  expect(built({ where: { title: { ne: 'null', gt: 'null', contains: '"a"' } } })).toBe('title=!="null"&title=>"null"&title=~"\\"a\\""');
});

test('a text that spells a number can be asked for as a text', () => {
  expect(built({ where: { title: { text: '5' } } })).toBe('title="5"');
  expect(built({ where: { title: { text: ['5', 'a|b', 'C:\\'] } } })).toBe('title="5"|"a|b"|"C:\\\\"');
});

test('alternatives are an or, in which values keep their marks', () => {
  expect(built({ or: [{ title: 'Tea' }, { amount: { gte: 5, lt: 9 }, paid: true }] })).toBe(
    'or=(and(title=Tea),and(amount=>=5,amount=<9,paid=true))',
  );
  expect(built({ or: [{ title: 'a, (b)' }, { title: ['C:\\', 'x|y', null] }] })).toBe(
    String.raw`or=(and(title=a\, \(b\)),and(title=C:\\\\|x\\|y|null))`,
  );
  expect(() => built({ or: [] })).toThrow('needs a condition');
  expect(() => built({ or: [{ title: 'Tea' }, {}] })).toThrow('needs a condition');
});

test('near is a condition of its own, and a field of this name is a field', () => {
  expect(decodeURIComponent(built({ near: '52.52,13.405,5km' }))).toBe('near=52.52,13.405,5km');
  expect(decodeURIComponent(queryString<{ near: string }>({ where: { near: '1,2,3km' } }))).toBe('filter[near]=1,2,3km');
});

test('rank is an order, and a field of this name is a field', () => {
  expect(built({ search: 'tea', rank: 'relevance(title^3)' })).toBe('search=tea&rank=relevance(title^3)');
  expect(decodeURIComponent(queryString<{ rank: string }>({ where: { rank: 'relevance' } }))).toBe('filter[rank]=relevance');
});

test('days are those of a zone', () => {
  expect(built({ dateFrom: '2026-03-29', zone: 'Europe/Berlin' })).toBe('dateFrom=2026-03-29&zone=Europe/Berlin');
});

test('a userId is a value, whatever it is made of', () => {
  expect(built({ userId: 'ada' })).toBe('userId=ada');
  expect(built({ userId: '!=x' })).toBe('userId="!=x"');
  expect(built({ userId: 'ada|bob' })).toBe('userId=ada\\|bob');
});

test('several values stand with any operator that compares texts', () => {
  expect(built({ where: { status: { ne: ['open', 'closed'] }, title: { contains: ['a', 'b|c'] } } })).toBe(
    'status=!=open|closed&title=~a|b\\|c',
  );
  expect(built({ where: { status: { ne: [] } } })).toBe('');
});

test('one of no values is what no record has', () => {
  expect(built({ where: { status: [] } })).toBe('id=/');
  expect(built({ where: { status: { in: [] }, amount: { gt: 1 } } })).toBe('id=/&amount=>1');
});

test('a field with a reserved name is reached by filter[name]', () => {
  expect(decodeURIComponent(queryString<{ op: string; groupBy: string }>({ where: { op: 'a', groupBy: 'b' } }))).toBe(
    'filter[op]=a&filter[groupBy]=b',
  );
  expect(built({ where: { page: 3 }, page: 2 })).toBe('page=2&filter[page]=3');
  expect(decodeURIComponent(queryString<Record<string, string>>({ where: { ' a': 'x', 'b ': 'y' } }))).toBe('filter[ a]=x&filter[b ]=y');
});

test('paging, order, fields and dates', () => {
  const query: ListQuery<Order> = {
    sortBy: 'amount',
    sortOrder: 'asc',
    page: 2,
    limit: 50,
    fields: ['title', 'amount'],
    dateFrom: new Date(0),
    dateTo: '2024-05-01',
    deleted: 'only',
  };
  expect(built(query)).toBe(
    'sortBy=amount&sortOrder=asc&page=2&limit=50&dateFrom=1970-01-01T00:00:00.000Z&dateTo=2024-05-01&deleted=only&fields=title,amount',
  );
});

test('what is undefined is left out', () => {
  expect(queryString<Order>({ page: undefined, where: { title: undefined, amount: { gte: undefined } } })).toBe('');
});

test('a Date is its moment, also in a condition', () => {
  const day = new Date('2026-05-01T00:00:00.000Z');
  expect(queryString<Order>({ where: { createdAt: { gte: day, ne: [day] } } })).toBe(
    'createdAt=%3E%3D2026-05-01T00%3A00%3A00.000Z&createdAt=!%3D2026-05-01T00%3A00%3A00.000Z',
  );
  expect(queryString<Order>({ where: { createdAt: day } })).toBe('createdAt=2026-05-01T00%3A00%3A00.000Z');
  expect(() => queryString<Order>({ dateFrom: new Date('never') })).toThrow('no time');
});

test('an unknown operator is refused by its name instead of finding nothing', () => {
  const where = { amount: { over: 5 } } as object; // as from JavaScript
  expect(() => queryString<Order>({ where })).toThrow(
    'where.amount cannot be asked for by "over": use eq, in, ne, gt, gte, lt, lte, contains, text.',
  );
});

test('types follow the fields of the record', () => {
  const orders = createClient({ endpoint: 'http://api.test', projectId: 'p' }).storage<Order>('orders', 's');
  expectTypeOf(orders.get).returns.resolves.toHaveProperty('amount').toEqualTypeOf<number>();
  expectTypeOf(orders.get).returns.resolves.toHaveProperty('createdAt').toEqualTypeOf<string>();
  expectTypeOf(orders.create).parameter(0).toEqualTypeOf<Order>();
  // @ts-expect-error text where a number belongs
  queryString<Order>({ where: { amount: 'many' } });
  // @ts-expect-error lists of objects cannot be compared
  queryString<Order>({ where: { lines: 'a' } });
  expect(built({ sortBy: ['-amount', 'title'] })).toBe('sortBy=-amount,title');
  expect(built({ sortBy: '-amount' })).toBe('sortBy=-amount');
  expect(decodeURIComponent(queryString<AnyFields>({ sortBy: ['a,b', '-c'] }))).toBe('sortBy=a\\,b,-c');
  // @ts-expect-error an unknown field to sort by
  queryString<Order>({ sortBy: ['title', '-colour'] });
  // @ts-expect-error an unknown field to sort by
  queryString<Order>({ sortBy: 'colour' });
});

test('paths lead into objects, a list is asked for by an element, and null is null or missing', () => {
  expect(built({ where: { 'address.city': ['Rome', 'Oslo'], 'address.geo.lat': { gte: 41 }, 'address.geo.source.name': 'gps' } })).toBe(
    'address.city=Rome|Oslo&address.geo.lat=>=41&address.geo.source.name=gps',
  );
  expect(built({ where: { tags: 'new' } })).toBe('tags=new');
  expect(built({ where: { tags: ['new', 'hot'], title: { ne: null } } })).toBe('tags=new|hot&title=!=null');
  expect(built({ where: { tags: { ne: ['old'], contains: 'ne' }, address: null, id: ['a', 'b'] } })).toBe(
    'tags=!=old&tags=~ne&address=null&id=a|b',
  );
  expect(built({ sortBy: 'address.geo.lat', fields: ['title', 'address.city', 'address', 'createdAt'] })).toBe(
    'sortBy=address.geo.lat&fields=title,address.city,address,createdAt',
  );
  // @ts-expect-error no such field in the object
  queryString<Order>({ where: { 'address.town': 'Rome' } });
  // @ts-expect-error no such object
  queryString<Order>({ where: { 'adress.city': 'Rome' } });
  // @ts-expect-error no such field
  queryString<Order>({ where: { titel: 'Tea' } });
  // @ts-expect-error a number where the object holds text
  queryString<Order>({ where: { 'address.city': 5 } });
  // @ts-expect-error a number where the list holds texts
  queryString<Order>({ where: { tags: 5 } });
  // @ts-expect-error paths do not lead into lists
  queryString<Order>({ where: { 'lines.sku': 'a' } });
  // @ts-expect-error no field of the object to sort by
  queryString<Order>({ sortBy: 'address.town' });
  // @ts-expect-error no such field to answer
  queryString<Order>({ fields: ['titel'] });
});

test('records whose fields are not known take any field, path and scalar', () => {
  const day = new Date(0);
  const where = { createdAt: { gte: day }, 'a.b.c.d.e': 1, tags: ['x', null] };
  const text = 'createdAt=>=1970-01-01T00:00:00.000Z&a.b.c.d.e=1&tags=x|null';
  expect(decodeURIComponent(queryString<AnyFields>({ where }))).toBe(text);
  expect(decodeURIComponent(queryString<Record<string, unknown>>({ where }))).toBe(text);
  expect(queryString<AnyFields>({ sortBy: 'a.b', fields: ['c.d'] })).toBe('sortBy=a.b&fields=c.d');
});

test('a record that holds its own kind is a type like any other', () => {
  interface Person {
    name: string;
    parent?: Person;
    partner: Person | null;
    friends: Person[];
  }
  expect(queryString<Person>({ where: { 'parent.partner.parent.partner.name': 'Ada' }, sortBy: 'partner.name' })).toBe(
    'sortBy=partner.name&parent.partner.parent.partner.name=Ada',
  );
});

test('a field whose name the server would take for a misspelt parameter is written in brackets', () => {
  const where = { order: 7, pageSize: { gte: 5 }, where: ['a', 'b'], _: 1, 'amount[x]': 1, title: 'a' };
  expect(decodeURIComponent(queryString<AnyFields>({ where }))).toBe(
    'filter[order]=7&filter[pageSize]=>=5&filter[where]=a|b&filter[_]=1&amount[x]=1&title=a',
  );
});

test('a cursor of null, as after the last page, is no cursor', () => {
  expect(queryString<AnyFields>({ cursor: null, limit: 5 })).toBe('limit=5');
});
