import { expect, test } from 'vitest';
import { and, asc, desc, or, put, query, where } from '../../test/support/engine-builders.ts';
import type { Database } from '../store/engine.ts';
import type { Aggregation, StructuredQuery } from '../model/query.ts';
import { RpcError } from '../model/rpc-error.ts';
import { createEngine } from '../store/create-engine.ts';
import type { CompositeConfig, IndexConfig } from './index-config.ts';

async function databaseWith(indexes: IndexConfig, indexMode: 'strict' | 'permissive' = 'strict'): Promise<Database> {
  return (await createEngine({ indexMode, indexes })).database('demo', '(default)');
}

/** `a- b array` in group `c` is a DESCENDING, b ASCENDING, array CONTAINS. */
function composite(fields: string, queryScope: CompositeConfig['queryScope'] = 'COLLECTION'): CompositeConfig {
  return {
    collectionGroup: 'c',
    queryScope,
    fields: fields.split(' ').map((field) => {
      if (field.endsWith('[]')) return { fieldPath: field.slice(0, -2), arrayConfig: 'CONTAINS' };
      return field.endsWith('-') ? { fieldPath: field.slice(0, -1), order: 'DESCENDING' } : { fieldPath: field, order: 'ASCENDING' };
    }),
  };
}

const group = { from: [{ collectionId: 'c', allDescendants: true }] };
const eq = (field: string) => where(field, 'EQUAL', 1n);
const contains = (field: string) => where(field, 'ARRAY_CONTAINS', 1n);

const served: readonly [string, Partial<StructuredQuery>, readonly CompositeConfig[]][] = [
  ['no filter', {}, []],
  ['a collection group without filter', group, []],
  ['any number of equalities', { where: and(eq('a'), eq('b'), eq('m.x'), contains('t')) }, []],
  ['in and OR of equalities', { where: and(where('a', 'IN', [1n, 2n]), or(eq('b'), and(eq('d'), eq('e')))) }, []],
  ['equalities by descending name', { where: and(eq('a'), eq('b')), orderBy: desc('__name__') }, []],
  ['a range and sort on one field', { where: where('a', 'GREATER_THAN', 1n), orderBy: desc('a') }, []],
  ['!= on one field', { where: where('a', 'NOT_EQUAL', 1n) }, []],
  ['a sort on the field of an equality', { where: eq('a'), orderBy: asc('a') }, []],
  ['an equality and a sort with their composite', { where: eq('a'), orderBy: asc('b') }, [composite('a b')]],
  ['an equality prefix in any direction and order', { where: and(eq('a'), eq('d')), orderBy: desc('b') }, [composite('d- a b-')]],
  ['a merge of composites with one suffix', { where: and(eq('a'), eq('b')), orderBy: asc('d') }, [composite('a d'), composite('b d')]],
  ['two sorts', { orderBy: [...asc('a'), ...desc('b')] }, [composite('a b-')]],
  ['array-contains and a sort', { where: contains('t'), orderBy: asc('a') }, [composite('t[] a')]],
  ['an explicit name direction', { orderBy: [...desc('a'), ...asc('__name__')] }, [composite('a- __name__')]],
  ['descending names', { orderBy: desc('__name__') }, [composite('__name__-')]],
  ['ranges on two fields', { where: and(where('a', 'GREATER_THAN', 1n), where('b', 'LESS_THAN', 1n)) }, [composite('a b')]],
  ['a collection group with its composite', { ...group, where: eq('a'), orderBy: asc('b') }, [composite('a b', 'COLLECTION_GROUP')]],
];

test.each(served)('%s is served, and refused without its composite', async (_what, asked, indexes) => {
  const db = await databaseWith({ indexes });
  expect(() => db.runQuery(query('c', asked))).not.toThrow();
  if (indexes.length === 0) return;
  const bare = await databaseWith({ indexes: indexes.slice(1) });
  expect(() => bare.runQuery(query('c', asked))).toThrow('The query requires an index.');
  expect(() => bare.compile(query('c', asked))).toThrow('The query requires an index.');
});

test.each<[string, Partial<StructuredQuery>, readonly CompositeConfig[]]>([
  ['the other direction', { where: eq('a'), orderBy: desc('b') }, [composite('a b')]],
  ['a suffix in another order', { where: eq('a'), orderBy: asc('b', 'd') }, [composite('a d b')]],
  ['more fields than the query has', { where: eq('a'), orderBy: asc('b') }, [composite('a b d')]],
  ['another scope', { ...group, where: eq('a'), orderBy: asc('b') }, [composite('a b')]],
  ['a collection query by a group index', { where: eq('a'), orderBy: asc('b') }, [composite('a b', 'COLLECTION_GROUP')]],
  ['a merge that leaves an equality', { where: and(eq('a'), eq('b'), eq('e')), orderBy: asc('d') }, [composite('a d'), composite('b d')]],
  ['a sort of array elements by a plain composite', { where: contains('t'), orderBy: asc('a') }, [composite('t a')]],
])('%s is refused', async (_what, asked, indexes) => {
  const db = await databaseWith({ indexes });
  expect(() => db.runQuery(query('c', asked))).toThrow('The query requires an index.');
});

test('each disjunct needs its own index', async () => {
  const asked = query('c', { where: or(and(eq('a')), and(eq('b'))), orderBy: asc('d') });
  expect(() => void 0).not.toThrow();
  const half = await databaseWith({ indexes: [composite('a d')] });
  expect(() => half.runQuery(asked)).toThrow('The query requires an index.');
  const both = await databaseWith({ indexes: [composite('a d'), composite('b d')] });
  expect(() => both.runQuery(asked)).not.toThrow();
});

test('exempt fields have no index, maps pass their exemption on, and * is the default of the group', async () => {
  const db = await databaseWith({
    fieldOverrides: [
      { collectionGroup: 'c', fieldPath: 'm', indexes: [] },
      { collectionGroup: 'c', fieldPath: 'm.open', indexes: [{ order: 'ASCENDING' }] },
      { collectionGroup: 'd', fieldPath: '*', indexes: [{ order: 'ASCENDING' }] },
    ],
  });
  const run = (collection: string, field: string) => () => db.runQuery(query(collection, { where: eq(field) }));
  expect(run('c', 'm.x.y')).toThrow('The query requires a COLLECTION_ASC index for collection c and field m.x.y.');
  expect(run('c', 'm')).toThrow('The query requires a COLLECTION_ASC index');
  expect(run('c', 'm.open')).not.toThrow();
  expect(run('c', 'a')).not.toThrow();
  expect(run('d', 'a')).not.toThrow();
  expect(() => db.runQuery(query('d', { orderBy: desc('a') }))).toThrow(
    'The query requires a COLLECTION_DESC index for collection d and field a.',
  );
});

test('an exempt field can be served by a composite', async () => {
  const db = await databaseWith({ indexes: [composite('a b')], fieldOverrides: [{ collectionGroup: 'c', fieldPath: '*', indexes: [] }] });
  expect(() => db.runQuery(query('c', { where: and(eq('a'), eq('b')) }))).not.toThrow();
  expect(() => db.runQuery(query('c', { where: and(eq('a'), eq('e')) }))).toThrow('The query requires an index.');
});

test('a collection group needs an override for a single field, and the refusal names it', async () => {
  const bare = await databaseWith({});
  const asked = query('c', { ...group, where: where('f', 'GREATER_THAN', 1n) });
  const error = refusal(() => bare.runQuery(asked));
  expect(error.message).toContain(
    'The query requires a COLLECTION_GROUP_ASC index for collection c and field f. You can create it here: https://console.firebase.google.com/v1/r/project/demo/firestore/indexes?create_exemption=',
  );
  const override: unknown = JSON.parse(error.message.slice(error.message.indexOf('{')));
  const fixed = await databaseWith({ fieldOverrides: [override as NonNullable<IndexConfig['fieldOverrides']>[number]] });
  expect(() => fixed.runQuery(asked)).not.toThrow();
  expect(() => fixed.runQuery(query('c', { where: eq('f') }))).not.toThrow();
});

test('the refusal carries the console link with the index and the JSON that allows the query', async () => {
  const db = await databaseWith({});
  const asked = query('c', { where: and(eq('b'), contains('t')), orderBy: desc('d') });
  const error = refusal(() => db.runQuery(asked));
  expect(error.code).toBe('FAILED_PRECONDITION');
  const encoded = /create_composite=([\w-]+)/.exec(error.message)?.[1] ?? '';
  const message = Buffer.from(encoded, 'base64url').toString('latin1');
  expect(message).toContain('projects/demo/databases/(default)/collectionGroups/c/indexes/_');
  expect(message.indexOf('__name__')).toBeGreaterThan(message.indexOf('d', message.indexOf('_')));
  const snippet: unknown = JSON.parse(error.message.slice(error.message.indexOf('{')));
  expect(snippet).toEqual(composite('t[] b d-'));
  const fixed = await databaseWith({ indexes: [snippet as CompositeConfig] });
  expect(() => fixed.runQuery(asked)).not.toThrow();
});

test.each<[string, Partial<StructuredQuery>, Aggregation['op'], string | undefined]>([
  ['count of equalities', { where: and(eq('a'), eq('b')) }, { kind: 'count' }, undefined],
  ['sum of a field alone', {}, { kind: 'sum', field: ['s'] }, undefined],
  ['sum of the filtered field', { where: where('s', 'GREATER_THAN', 1n) }, { kind: 'sum', field: ['s'] }, undefined],
  ['sum with another filter', { where: eq('a') }, { kind: 'sum', field: ['s'] }, 'a s'],
  ['average with filter and sort', { where: eq('a'), orderBy: asc('b') }, { kind: 'avg', field: ['s'] }, 'a b s'],
])('%s needs %4$s', async (_what, asked, op, fields) => {
  const aggregations = [{ alias: 'x', op }];
  const bare = await databaseWith({});
  const run = (db: Database) => () => db.runAggregation(query('c', asked), aggregations);
  const outcomes = [run(bare), run(await databaseWith({ indexes: fields === undefined ? [] : [composite(fields)] }))].map(outcomeOf);
  expect(outcomes).toEqual([fields === undefined ? 'served' : 'refused', 'served']);
});

test('without a collection only names can be filtered and sorted', async () => {
  const db = await databaseWith({});
  const kindless = { from: [{ collectionId: '', allDescendants: true }] };
  expect(() => db.runQuery(query('', kindless))).not.toThrow();
  expect(() => db.runQuery(query('', { ...kindless, where: eq('a') }))).toThrow('kind is required for filter: a');
  expect(() => db.runQuery(query('', { ...kindless, orderBy: asc('a') }))).toThrow(
    'kind is required for all orders except __key__ ascending',
  );
});

test('a document has at most 40,000 index entries, exempt fields not counted', async () => {
  const list = Array.from({ length: 39_999 }, (_, i) => BigInt(i));
  const bare = await databaseWith({});
  await expect(bare.commit([put('c/1', { list })])).rejects.toThrow('would have 40001 index entries, more than the maximum of 40000');
  await bare.commit([put('c/1', { list: list.slice(1) })]);
  const exempt = await databaseWith({ fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'list', indexes: [] }] });
  await exempt.commit([put('c/1', { list })]);
});

test('an entry of a composite index has at most 7.5 KiB, of each value only the first 1,500 bytes counted', async () => {
  const db = await databaseWith({ indexes: [composite('a b d e f g')] });
  const long = 'x'.repeat(1600);
  await expect(db.commit([put('c/1', { a: long, b: long, d: long, e: long, f: long, g: long })])).rejects.toThrow(
    'would have an entry of 9068 bytes',
  );
  // Without one of its fields a document has no entry there; other collections have no such index.
  await db.commit([
    put('c/1', { a: long, b: long, d: long, e: long, f: long }),
    put('o/1', { a: long, b: long, d: long, e: long, f: long, g: long }),
  ]);
});

test('an entry of a single field counts the names of the document and of the one above it; exempt fields have none', async () => {
  const [id, text] = ['i'.repeat(1500), 'x'.repeat(1500)];
  const path = `p/${id}/q/${id}/c/${id}`;
  await expect((await databaseWith({})).commit([put(path, { text })])).rejects.toThrow(
    'bytes in the index of text, more than the maximum of 7680',
  );
  await (await databaseWith({ fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'text', indexes: [] }] })).commit([put(path, { text })]);
  await (await databaseWith({}, 'permissive')).commit([put(path, { text })]);
});

test('usage tells which indexes served, which configured ones did not, and in permissive mode what production lacks', async () => {
  const [used, unused] = [composite('a b'), composite('x y')];
  const db = await databaseWith({ indexes: [used, unused] }, 'permissive');
  db.runQuery(query('c', { where: eq('a'), orderBy: asc('b') }));
  db.runQuery(query('c', { where: eq('a'), orderBy: desc('b') }));
  db.runQuery(query('c', { where: eq('a') }));
  expect(db.indexUsage()).toEqual({
    singleField: [{ index: 'c: a ASCENDING', queries: 1 }],
    used: [{ index: used, queries: 1 }],
    unused: [unused],
    missing: [composite('a b-')],
  });
});

// The 24 indexes that the web SDK's composite index suite deploys, and the shapes of its queries.
const vendorIndexes = [
  'testId a',
  'testId b',
  'testId b-',
  'a testId b',
  'a testId b-',
  'a testId a-',
  'b testId a',
  'b testId a-',
  'testId a b',
  'testId b- a-',
  'testId pages year',
  'testId pages rating year',
  'rating[] testId pages rating',
  'testId key sort',
  'testId key sort v',
  'testId v- key- sort-',
  'v[] testId key sort',
  'key testId sort- v',
  'testId sort- key v',
  'testId v sort key',
  'testId sort- key-',
  'testId v- sort key',
  'testId name metadata.createdAt',
  'testId name- field- `field.dot`- `field\\\\slash`-',
].map((fields) => composite(fields));

test.each<[string, Partial<StructuredQuery>]>([
  ['an equality with a descending sort and limit', { where: and(eq('testId'), eq('a')), orderBy: desc('b'), limit: 2 }],
  ['an OR of a range and an equality', { where: and(eq('testId'), or(where('a', 'GREATER_THAN', 2n), eq('b'))) }],
  ['an OR of an equality and a range with limit', { where: and(eq('testId'), or(eq('a'), where('b', 'GREATER_THAN', 0n))), limit: 2 }],
  [
    'the same by its sort backwards',
    { where: and(eq('testId'), or(eq('a'), where('b', 'GREATER_THAN', 0n))), orderBy: desc('b'), limit: 2 },
  ],
  ['an OR sorted by the field of one side', { where: and(eq('testId'), or(eq('a'), eq('b'))), orderBy: asc('a'), limit: 1 }],
  ['the same backwards', { where: and(eq('testId'), or(eq('a'), eq('b'))), orderBy: desc('a'), limit: 1 }],
  ['ranges on two fields', { where: and(eq('testId'), where('key', 'NOT_EQUAL', 1n), where('sort', 'LESS_THAN_OR_EQUAL', 2n)) }],
  [
    'ranges on three fields',
    { where: and(eq('testId'), where('key', 'GREATER_THAN', 1n), where('sort', 'LESS_THAN', 2n), where('v', 'GREATER_THAN', 1n)) },
  ],
  [
    'ranges with explicit sorts',
    {
      where: and(eq('testId'), where('key', 'NOT_EQUAL', 1n), where('sort', 'GREATER_THAN', 2n)),
      orderBy: [...desc('sort'), ...desc('key')],
    },
  ],
  [
    'array-contains with two ranges',
    { where: and(eq('testId'), contains('v'), where('key', 'GREATER_THAN', 1n), where('sort', 'LESS_THAN', 2n)) },
  ],
  [
    'a range on a nested field behind a sort',
    { where: and(eq('testId'), where('name', 'GREATER_THAN', 1n), where('metadata.createdAt', 'LESS_THAN', 2n)), orderBy: asc('name') },
  ],
])('with the vendor indexes, %s is served', async (_what, asked) => {
  const db = await databaseWith({ indexes: vendorIndexes });
  await db.commit([put('c/1', { testId: 1n, a: 1n, b: 1n })]);
  expect(() => db.runQuery(query('c', asked))).not.toThrow();
});

function outcomeOf(run: () => unknown): string {
  try {
    run();
    return 'served';
  } catch (error) {
    return error instanceof RpcError && error.message.startsWith('The query requires an index.') ? 'refused' : String(error);
  }
}

function refusal(run: () => unknown): RpcError {
  try {
    run();
  } catch (error) {
    if (error instanceof RpcError) return error;
  }
  throw new Error('The query was not refused.');
}
