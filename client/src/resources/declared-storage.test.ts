import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from '../bedplate.ts';
import type { Fields, Unavailable } from '../records/records.ts';

/** As `GET /api/types.d.ts` declares them. */
interface AuthorsRecord {
  id: string;
  name: string;
  home?: string | null;
  createdAt: string;
  updatedAt: string;
}
interface PostsRecord {
  id: string;
  title: string;
  price?: string | null;
  status: 'open' | 'closed';
  author?: string | null;
  editors?: string[] | null;
  place?: { lat: number; lng: number } | null;
  notes?: unknown;
  createdAt: string;
  updatedAt: string;
}
interface PostsCreate {
  title: string;
  price?: string | number | null;
  status?: 'open' | 'closed';
  author?: string | null;
}
interface CommentsRecord {
  id: string;
  text?: string | null;
  post?: string | null;
  createdAt: string;
  updatedAt: string;
}
interface Storages {
  authors: {
    record: AuthorsRecord;
    create: { name: string };
    change: { name?: string };
    references: { home: 'places' };
    referrers: 'posts';
  };
  posts: {
    record: PostsRecord;
    create: PostsCreate;
    change: Partial<PostsCreate>;
    references: { author: 'authors'; editors: 'authors'[] };
    referrers: 'post-comments';
  };
  'post-comments': {
    record: CommentsRecord;
    create: { text?: string };
    change: { text?: string };
    references: { post: 'posts' };
    referrers: never;
  };
  places: {
    record: { id: string; city: string; createdAt: string; updatedAt: string };
    create: object;
    change: object;
    references: object;
    referrers: 'authors';
  };
}

const asked: string[] = [];
const answers = async (address: unknown) => {
  asked.push(decodeURIComponent(String(address).split('?')[1] ?? ''));
  return new Response('{"data":[],"pagination":{}}');
};
const bedplate = createClient<Storages>({ endpoint: 'http://api.test', projectId: 'p', fetch: answers });
const posts = bedplate.storage('posts', 's');

test('declared storages are asked for by their fields', async () => {
  await posts.list({
    where: { status: 'open', price: { gte: '5' } },
    sortBy: ['-price', 'title'],
    expand: ['author', 'post-comments(limit=2)'],
  });
  expect(asked.at(-1)).toBe('sortBy=-price,title&expand=author,post-comments(limit=2)&status=open&price=>=5');
  await posts.list({ where: { 'author.name': 'Ada' }, or: [{ 'editors.home.city': ['Rome', 'Oslo'] }] });
  expect(asked.at(-1)).toBe('author.name=Ada&or=(and(editors.home.city=Rome|Oslo))');
  await posts.count({ where: { 'author.name': 'Ada', price: { lt: 5 } } });
  expect(asked.at(-1)).toBe('author.name=Ada&price=<5');
  const { data } = await posts.aggregate({ op: ['sum:price'], where: { 'author.name': 'Ada' } });
  expectTypeOf(data.sum).toEqualTypeOf<Record<string, number | string | null> | undefined>();
  await posts.deleteWhere({ where: { price: 5 } }, { dryRun: true });
  expect(asked.at(-1)).toBe('price=5&dryRun=true');
  // @ts-expect-error a change does not lead through a reference
  void posts.updateWhere({ where: { 'author.name': 'Ada' } }, { title: 'a' });
  // @ts-expect-error no value of the field
  void posts.count({ where: { title: 5 } });
  // @ts-expect-error the records behind the reference have no such field
  void posts.list({ where: { 'author.nme': 'Ada' } });
  // @ts-expect-error no such field
  void posts.list({ where: { titel: 'a' } });
  // @ts-expect-error no value of the field
  void posts.list({ where: { status: 'late' } });
  // @ts-expect-error no field to sort by
  void posts.list({ sortBy: '-colour' });
  void posts.list({ sortBy: ['-notes', 'createdAt'], where: { place: null } });
  // @ts-expect-error places have no order
  void posts.list({ sortBy: 'place' });
  // @ts-expect-error neither have lists
  void posts.list({ sortBy: ['title', '-editors'] });
  // @ts-expect-error a field that refers to nothing
  void posts.list({ expand: 'title' });
  // @ts-expect-error neither does a storage that is unknown
  void posts.list({ expand: ['author', 'orders(limit=1)'] });
  // @ts-expect-error no storage of the project
  void bedplate.storage('orders', 's');
});

test('a create takes what is created, a change what is changed, and answers are as stored', () => {
  expectTypeOf(posts.create).parameter(0).toEqualTypeOf<Fields<PostsCreate>>();
  expectTypeOf(posts.create).returns.resolves.toHaveProperty('price').toEqualTypeOf<string | null | undefined>();
  void posts.update('x', { price: { $increment: 1 }, author: null });
  // @ts-expect-error a required field
  void posts.create({ price: 5 });
  // @ts-expect-error an unknown field
  void posts.update('x', { colour: 'red' });
  // @ts-expect-error a required field is not cleared
  void posts.update('x', { title: null });
  // @ts-expect-error nor taken away
  void posts.updateWhere({ all: true }, { title: { $unset: true } });
  // @ts-expect-error nor by an upsert
  void posts.upsert('x', { title: null });
});

test('what is expanded has the types of what it names', async () => {
  type Expand<A extends Promise<{ data: { expand: unknown }[] }>> = Awaited<A>['data'][number]['expand'];
  const plain = () => posts.list({ expand: ['author', 'editors', 'post-comments(limit=5)'] });
  type Plain = Expand<ReturnType<typeof plain>>;
  expectTypeOf<Exclude<Plain['author'], Unavailable | null>['name']>().toEqualTypeOf<string>();
  expectTypeOf<null>().toExtend<Plain['author']>();
  expectTypeOf<Exclude<Plain['editors'][number], Unavailable>['name']>().toEqualTypeOf<string>();
  expectTypeOf<Plain['post-comments'][number]['text']>().toEqualTypeOf<string | null | undefined>();

  const deep = () => posts.list({ expand: ['author.home', 'post-comments(by=post;fields=text)'] });
  type Deep = Expand<ReturnType<typeof deep>>;
  type Home = Exclude<Deep['author'], Unavailable | null>['expand']['home'];
  expectTypeOf<Exclude<Home, Unavailable | null>['city']>().toEqualTypeOf<string>();
  expectTypeOf<Deep['post-comments'][number]['createdAt']>().toEqualTypeOf<string | undefined>();

  const one = () => posts.get('x', { expand: 'author' });
  expectTypeOf<Awaited<ReturnType<typeof one>>['expand']>().toHaveProperty('author');
  const bare = () => posts.get('x');
  expectTypeOf<Awaited<ReturnType<typeof bare>>>().not.toHaveProperty('expand');
  expect((await plain()).data).toEqual([]);
});
