import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { map, put, query, remove } from '../../test/support/engine-builders.ts';
import type { CommitEvent, Database } from './engine.ts';
import { Timestamp, type Value } from '../model/value.ts';
import type { FieldTransform, Write } from '../model/write.ts';
import { createEngine } from './create-engine.ts';

async function emptyDatabase(): Promise<Database> {
  return (await createEngine({ indexMode: 'strict' })).database('demo', '(default)');
}

const name = (id: string): string => `projects/demo/databases/(default)/documents/c/${id}`;
const verify = (exists: boolean): Write => ({ kind: 'verify', path: 'c/a', precondition: { kind: 'exists', exists } });

async function codeOf(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => 'OK',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
}

test('another database than (default) is not implemented, by name', async () => {
  const engine = await createEngine({ indexMode: 'strict' });
  expect(() => engine.database('demo', 'other')).toThrow('Named databases are not implemented: "other"');
});

test('commit times increase strictly and are create and update times', async () => {
  const db = await emptyDatabase();
  const first = await db.commit([put('c/a', { x: 1n })]);
  const second = await db.commit([put('c/a', { x: 2n })]);
  expect(second.commitTime.toMicros()).toBeGreaterThan(first.commitTime.toMicros());
  expect(db.get('c/a')).toMatchObject({ createTime: first.commitTime, updateTime: second.commitTime });
});

test('reads are as of now, however old the last commit is, and commits that follow are later', async () => {
  const db = await emptyDatabase();
  const first = await db.commit([put('c/a', { x: 1n })]);
  await sleep(20);
  const { readTime } = db.runQuery(query('c'));
  expect(readTime.toMicros()).toBeGreaterThanOrEqual(first.commitTime.toMicros() + 15_000);
  const second = await db.commit([put('c/a', { x: 2n })]);
  expect(second.commitTime.toMicros()).toBeGreaterThan(readTime.toMicros());
  expect(db.get('c/a', { readTime })?.fields.get('x')).toBe(1n);
});

test('a write that changes nothing keeps the update time and tells nobody', async () => {
  const db = await emptyDatabase();
  const first = await db.commit([put('c/a', { x: 1n, y: [1n] })]);
  const events: CommitEvent[] = [];
  db.onCommit((event) => events.push(event));
  const second = await db.commit([put('c/a', { x: 1n, y: [1n] })]);
  await db.commit([remove('c/missing')]);
  expect(second.writeResults[0]?.updateTime).toEqual(first.commitTime);
  expect(events).toEqual([]);
  await db.commit([put('c/a', { x: 1, y: [1n] })]);
  expect(events).toHaveLength(1);
});

test('a mask sets listed paths, deletes listed paths that are absent and keeps the rest', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', { keep: 1n, gone: 1n, m: map({ x: 1n, y: 1n }), flat: 5n })]);
  await db.commit([
    put(
      'c/a',
      { m: map({ x: 2n }), flat: map({ deep: true }), ignored: 1n },
      { mask: [['gone'], ['m', 'x'], ['m', 'z'], ['flat', 'deep']] },
    ),
  ]);
  expect(db.get('c/a')?.fields).toEqual(map({ keep: 1n, m: map({ x: 2n, y: 1n }), flat: map({ deep: true }) }));
});

test('an update without a mask replaces the document, and one with an empty mask creates a missing one', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', { x: 1n }), put('c/a', { y: 1n }), put('c/b', {}, { mask: [] })]);
  expect(db.get('c/a')?.fields).toEqual(map({ y: 1n }));
  expect(db.get('c/b')?.fields).toEqual(map({}));
});

test('several writes to one document apply in sequence and are one change', async () => {
  const db = await emptyDatabase();
  const events: CommitEvent[] = [];
  db.onCommit((event) => events.push(event));
  const increment: FieldTransform = { field: ['n'], op: { kind: 'increment', operand: 1n } };
  const { writeResults } = await db.commit([
    put('c/a', { n: 1n }),
    put('c/a', {}, { mask: [], transforms: [increment] }),
    put('c/a', {}, { mask: [], transforms: [increment, increment] }),
  ]);
  expect(writeResults.map((result) => result.transformResults)).toEqual([[], [2n], [3n, 4n]]);
  expect(events[0]?.changes.map(({ path, before, after }) => [path, before, after?.fields.get('n')])).toEqual([['c/a', undefined, 4n]]);
});

test('a document written and deleted in one commit never existed', async () => {
  const db = await emptyDatabase();
  const events: CommitEvent[] = [];
  db.onCommit((event) => events.push(event));
  await db.commit([put('c/a', { n: 1n }), remove('c/a')]);
  expect([db.get('c/a'), events]).toEqual([undefined, []]);
});

test('preconditions refuse with production codes and nothing of the commit is applied', async () => {
  const db = await emptyDatabase();
  const { commitTime } = await db.commit([put('c/a', { x: 1n })]);
  const attempt = (write: Write): Promise<string> => codeOf(db.commit([put('c/other', { x: 1n }), write]));
  expect(await attempt(put('c/b', {}, { precondition: { kind: 'exists', exists: true } }))).toBe(
    `NOT_FOUND: No document to update: ${name('b')}`,
  );
  expect(await attempt(put('c/a', {}, { precondition: { kind: 'exists', exists: false } }))).toBe(
    `ALREADY_EXISTS: Document already exists: ${name('a')}`,
  );
  const wrong = Timestamp.fromMicros(commitTime.toMicros() - 1);
  expect(await attempt({ kind: 'delete', path: 'c/a', precondition: { kind: 'updateTime', updateTime: wrong } })).toBe(
    `FAILED_PRECONDITION: the stored version (${commitTime.toMicros()}) does not match the required base version (${wrong.toMicros()})`,
  );
  expect(db.get('c/other')).toBeUndefined();
  await db.commit([{ kind: 'delete', path: 'c/a', precondition: { kind: 'updateTime', updateTime: commitTime } }]);
  expect(db.get('c/a')).toBeUndefined();
});

test('verify checks its precondition, changes nothing and stands alone for its document', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', { x: 1n })]);
  expect(await codeOf(db.commit([verify(true), put('c/b', {})]))).toBe('OK');
  expect(await codeOf(db.commit([verify(false)]))).toContain('ALREADY_EXISTS');
  expect(await codeOf(db.commit([{ kind: 'verify', path: 'c/a' }]))).toBe('INVALID_ARGUMENT: a verify must contain a precondition');
  expect(await codeOf(db.commit([verify(true), put('c/a', {})]))).toContain('verified and then written');
  expect(await codeOf(db.commit([put('c/a', {}), verify(true)]))).toContain('written and then verified');
  expect(await codeOf(db.commit([verify(true), verify(true)]))).toContain('verified twice');
});

test.each<[string, Value | undefined, FieldTransform['op'], Value, Value | null]>([
  ['increment adds integers', 1n, { kind: 'increment', operand: 2n }, 3n, 3n],
  ['increment saturates', 2n ** 63n - 1n, { kind: 'increment', operand: 1n }, 2n ** 63n - 1n, 2n ** 63n - 1n],
  ['increment saturates below', -(2n ** 63n), { kind: 'increment', operand: -1n }, -(2n ** 63n), -(2n ** 63n)],
  ['increment with a double gives a double', 1n, { kind: 'increment', operand: 0.5 }, 1.5, 1.5],
  ['increment replaces what is no number', 'x', { kind: 'increment', operand: 2n }, 2n, 2n],
  ['increment sets a missing field', undefined, { kind: 'increment', operand: 2n }, 2n, 2n],
  ['maximum takes the larger', 1n, { kind: 'maximum', operand: 2.5 }, 2.5, 2.5],
  ['maximum keeps the type of equals', 1n, { kind: 'maximum', operand: 1 }, 1n, 1n],
  ['maximum of zeros is 0.0', -0, { kind: 'maximum', operand: 0n }, 0, 0],
  ['minimum takes the smaller', 1n, { kind: 'minimum', operand: -2n }, -2n, -2n],
  ['minimum replaces a string', 'x', { kind: 'minimum', operand: 5n }, 5n, 5n],
  [
    'union adds missing elements once',
    [1n, 'a'],
    { kind: 'appendMissingElements', elements: [1, 'b', 'b', Number.NaN, Number.NaN] },
    [1n, 'a', 'b', Number.NaN],
    null,
  ],
  ['union replaces a value that is no array', 5n, { kind: 'appendMissingElements', elements: [1n] }, [1n], null],
  ['removal takes all equal elements', [1n, 2n, 1, 'a'], { kind: 'removeAllFromArray', elements: [1n] }, [2n, 'a'], null],
])('%s', async (_what, old, op, expected, result) => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', old === undefined ? {} : { f: old })]);
  const { writeResults } = await db.commit([put('c/a', {}, { mask: [], transforms: [{ field: ['f'], op }] })]);
  expect(db.get('c/a')?.fields.get('f')).toEqual(expected);
  expect(writeResults[0]?.transformResults).toEqual([result]);
});

test('request time is one time in milliseconds for the whole commit, the same that authorize sees', async () => {
  const db = await emptyDatabase();
  const transforms: FieldTransform[] = [{ field: ['m', 't'], op: { kind: 'requestTime' } }];
  let seen: Timestamp | undefined;
  await db.commit([put('c/a', {}, { transforms }), put('c/b', {}, { transforms })], { authorize: (_writes, time) => (seen = time) });
  const times = ['c/a', 'c/b'].map((path) => db.get(path)?.fields.get('m'));
  expect(times).toEqual([map({ t: seen ?? null }), map({ t: seen ?? null })]);
  expect((seen?.nanos ?? 1) % 1_000_000).toBe(0);
});

test('a bad operand is refused', async () => {
  const db = await emptyDatabase();
  const transforms: FieldTransform[] = [{ field: ['f'], op: { kind: 'increment', operand: 'x' } }];
  expect(await codeOf(db.commit([put('c/a', {}, { transforms })]))).toBe('INVALID_ARGUMENT: Input must be int64 or double.');
});

test.each<[string, readonly string[], string]>([
  ['a reserved field', ['__a__'], 'field name __a__ is reserved'],
  ['a reserved nested field', ['a', '__b__'], "field name '__b__' is reserved."],
  ['the name', ['__name__'], 'field name __name__ is reserved'],
  ['an empty name', ['a', ''], 'field name is empty'],
  ['a path of 22 steps', Array.from({ length: 22 }, () => 'a'), 'Property a contains an invalid nested entity.'],
  ['a path of 1,501 bytes', ['a'.repeat(1501)], 'The property.name is longer than 1500 bytes.'],
])('%s is refused in masks and transforms', async (_what, field, message) => {
  const db = await emptyDatabase();
  expect(await codeOf(db.commit([put('c/a', {}, { mask: [field] })]))).toContain(message);
  expect(await codeOf(db.commit([put('c/a', {}, { transforms: [{ field, op: { kind: 'requestTime' } }] })]))).toContain(message);
});

test('authorize sees the state before and after the whole commit and can refuse all of it', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', { x: 1n })]);
  const commit = db.commit([put('c/a', { x: 2n }), put('c/b', { x: 3n }), remove('c/a')], {
    authorize: (writes, _time, after) => {
      expect(writes.map(({ before, after: then }) => [before?.fields.get('x'), then?.fields.get('x')])).toEqual([
        [1n, undefined],
        [undefined, 3n],
        [1n, undefined],
      ]);
      expect([after('c/a'), after('c/b')?.fields.get('x'), after('c/none')]).toEqual([undefined, 3n, undefined]);
      throw new Error('refused');
    },
  });
  await expect(commit).rejects.toThrow('refused');
  expect([db.get('c/a')?.fields.get('x'), db.get('c/b')]).toEqual([1n, undefined]);
});

test('clear deletes everything in one event', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', {}), put('c/a/d/b', {})]);
  const events: CommitEvent[] = [];
  db.onCommit((event) => events.push(event));
  await db.clear();
  expect(events.map((event) => event.changes.map((change) => [change.path, change.after]))).toEqual([
    [
      ['c/a', undefined],
      ['c/a/d/b', undefined],
    ],
  ]);
  expect(db.listCollectionIds('')).toEqual([]);
});

test('deleteRecursively takes a document or a collection with everything below', async () => {
  const db = await emptyDatabase();
  const paths = ['c/a', 'c/a/d/b', 'c/ab', 'c/b', 'd/x'];
  await db.commit(paths.map((path) => put(path, {})));
  await db.deleteRecursively('c/a');
  expect(paths.filter((path) => db.get(path))).toEqual(['c/ab', 'c/b', 'd/x']);
  await db.deleteRecursively('c');
  expect(paths.filter((path) => db.get(path))).toEqual(['d/x']);
});

test('missing parents are listed with showMissing and hold their collections', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/b', {}), put('c/a/d/x', {}), put('c/a/e/y/f/z', {}), put('k/1', {})]);
  expect(db.listDocuments('c', { showMissing: true }).map((listed) => [listed.path, 'missing' in listed])).toEqual([
    ['c/a', true],
    ['c/b', false],
  ]);
  expect(db.listDocuments('c', {}).map(({ path }) => path)).toEqual(['c/b']);
  expect([db.listCollectionIds(''), db.listCollectionIds('c/a'), db.listCollectionIds('c/a/e/y')]).toEqual([['c', 'k'], ['d', 'e'], ['f']]);
  await db.commit([remove('c/a/d/x'), remove('c/a/e/y/f/z')]);
  expect(db.listDocuments('c', { showMissing: true }).map(({ path }) => path)).toEqual(['c/b']);
  expect(db.listCollectionIds('c/a')).toEqual([]);
});

test('a list is read page by page, missing parents in their place, and only the page is billed', async () => {
  const db = await emptyDatabase();
  await db.commit([...Array.from({ length: 9 }, (_, i) => put(`c/${i}`, {})), put('c/4x/d/a', {}), put('c/__id7__', {})]);
  const expected = ['c/__id7__', 'c/0', 'c/1', 'c/2', 'c/3', 'c/4', 'c/4x', 'c/5', 'c/6', 'c/7', 'c/8'];
  for (const readTime of [undefined, db.readTime()]) {
    const found: string[] = [];
    const before = db.billed.reads;
    for (let more = true; more; ) {
      const after = found.at(-1);
      const page = db.listDocuments('c', {
        showMissing: true,
        limit: 3,
        ...(after !== undefined && { after }),
        ...(readTime && { readTime }),
      });
      found.push(...page.map(({ path }) => path));
      more = page.length === 3;
    }
    expect(found).toEqual(expected);
    expect(db.billed.reads - before).toBe(11);
  }
});

test('reads at an earlier time see documents, lists and collections of then', async () => {
  const db = await emptyDatabase();
  await db.commit([put('c/a', { x: 1n }), put('c/gone/d/x', {})]);
  const readTime = db.readTime();
  await db.commit([put('c/a', { x: 2n }), put('c/new', {}), remove('c/gone/d/x'), put('n/1', {})]);
  expect(db.get('c/a', { readTime })?.fields.get('x')).toBe(1n);
  expect(db.runQuery(query('c'), { readTime }).documents.map(({ path }) => path)).toEqual(['c/a']);
  expect(db.listDocuments('c', { readTime, showMissing: true }).map(({ path }) => path)).toEqual(['c/a', 'c/gone']);
  expect(db.listCollectionIds('', { readTime })).toEqual(['c']);
  expect(() => db.get('c/a', { readTime: Timestamp.fromMicros(Date.now() * 1000 - 3_700_000_000) })).toThrow(
    "The requested 'read_time' is too old.",
  );
  expect(() => db.get('c/a', { readTime: Timestamp.fromMicros(Date.now() * 1000 + 60_000_000) })).toThrow('cannot be in the future');
});

test('commitsSince gives the later commits, oldest first', async () => {
  const db = await emptyDatabase();
  const times = [];
  for (let i = 0; i < 3; i++) times.push((await db.commit([put('c/a', { x: BigInt(i) })])).commitTime);
  expect(db.commitsSince(times[0] ?? new Timestamp(0, 0))?.map((event) => event.commitTime)).toEqual(times.slice(1));
});

test('commitsSince knows nothing of the time before the database was opened, which another run may have told of', async () => {
  const earlier = Timestamp.fromMicros(Date.now() * 1000 - 60_000_000);
  const db = await emptyDatabase();
  const opened = db.readTime();
  await db.commit([put('c/a', {})]);
  expect(db.commitsSince(earlier)).toBeUndefined();
  expect(db.commitsSince(opened)).toHaveLength(1);
  expect(db.get('c/a', { readTime: earlier })).toBeUndefined();
});

test('operations are billed by the price list', async () => {
  const db = await emptyDatabase();
  await db.commit([...Array.from({ length: 5 }, (_, i) => put(`c/${i}`, { n: BigInt(i) })), remove('c/x')]);
  expect(db.billed).toEqual({ reads: 0, writes: 5, deletes: 1 });
  const cost = (run: () => unknown): number => {
    const before = db.billed.reads;
    run();
    return db.billed.reads - before;
  };
  expect(cost(() => db.get('c/none'))).toBe(1);
  expect(cost(() => db.runQuery(query('none')))).toBe(1);
  expect(cost(() => db.runQuery(query('c')))).toBe(5);
  expect(cost(() => db.runQuery(query('c', { offset: 2, limit: 2 })))).toBe(4);
  expect(cost(() => db.runAggregation(query('c'), [{ alias: '', op: { kind: 'count' } }]))).toBe(1);
  expect(cost(() => db.runQuery(query('c'), { unbilled: true }))).toBe(0);
});
