import { describe, expect, test } from 'vitest';
import type { CollectionSelector, CompositeFilter, FieldOperator, Filter, StructuredQuery, UnaryFilter } from '../model/query.ts';
import { Reference, type Value } from '../model/value.ts';
import { compileRules } from './compile.ts';
import type { Verdict } from './ruleset.ts';
import { aDocument, database, time } from './testing.ts';

function prove(
  body: string,
  query: Partial<StructuredQuery> & { where?: Filter },
  options: { uid?: string | null; version?: string } = {},
): Verdict {
  const { uid = 'alice', version = '2' } = options;
  const { ruleset, issues } = compileRules(
    `rules_version = '${version}'; service cloud.firestore { match /databases/{database}/documents { ${body} } }`,
  );
  if (!ruleset) throw new Error(issues.map(({ description }) => description).join());
  const from: CollectionSelector[] = [{ collectionId: 'posts', allDescendants: false }];
  return ruleset.evaluate({
    method: 'list',
    auth: uid === null ? null : { uid, token: {} },
    time,
    database: database([aDocument('users/alice', { role: 'admin', team: 'red' })]),
    query: { parent: '', from, orderBy: [], offset: 0, ...query },
  });
}

const symbols: Readonly<Record<string, FieldOperator>> = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  contains: 'ARRAY_CONTAINS',
  'contains-any': 'ARRAY_CONTAINS_ANY',
};

function where(field: string, symbol: string, value: Value): Filter {
  return { kind: 'field', field: field.split('.'), op: symbols[symbol] ?? 'EQUAL', value };
}

const is = (field: string, op: UnaryFilter['op']): Filter => ({ kind: 'unary', field: [field], op });
const and = (...filters: Filter[]): CompositeFilter => ({ kind: 'composite', op: 'AND', filters });
const or = (...filters: Filter[]): CompositeFilter => ({ kind: 'composite', op: 'OR', filters });
const allowListIf = (condition: string) => `match /posts/{id} { allow list: if ${condition}; }`;

const reference = (id: string) => new Reference(`projects/demo/databases/(default)/documents/posts/${id}`);
const byName = (id: string) => where('__name__', '==', new Reference(`projects/demo/databases/(default)/documents/posts/${id}`));

const any = (field: string): Filter =>
  where(
    field,
    'in',
    Array.from({ length: 30 }, (_, index) => BigInt(index)),
  );

describe('the examples of the Firebase documentation', () => {
  const owner = 'match /posts/{id} { allow read, write: if request.auth != null && request.auth.uid == resource.data.author; }';
  const visible = 'match /posts/{id} { allow read: if resource.data.visibility == "public" || request.auth.uid == resource.data.author; }';
  const paged = 'match /posts/{id} { allow list: if request.query.limit <= 10; allow get: if true; }';
  const group = 'match /{path=**}/posts/{post} { allow read: if request.auth != null; }';
  const groupOfAuthor = 'match /{path=**}/posts/{post} { allow list: if resource.data.author == request.auth.uid; }';
  const everyGroup = { from: [{ collectionId: 'posts', allDescendants: true }] };

  test.each<[string, string, Partial<StructuredQuery>, boolean]>([
    ['all posts are not provably mine', owner, {}, false],
    ['where author == me', owner, { where: where('author', '==', 'alice') }, true],
    ['where author == someone else', owner, { where: where('author', '==', 'bob') }, false],
    ['where visibility == public', visible, { where: where('visibility', '==', 'public') }, true],
    ['where visibility == private', visible, { where: where('visibility', '==', 'private') }, false],
    [
      'or: each branch is proved by itself',
      visible,
      { where: or(where('visibility', '==', 'public'), where('author', '==', 'alice')) },
      true,
    ],
    ['or: one branch is not', visible, { where: or(where('visibility', '==', 'public'), where('author', '==', 'bob')) }, false],
    ['a limit of 10', paged, { limit: 10 }, true],
    ['a limit of 11', paged, { limit: 11 }, false],
    ['no limit', paged, {}, false],
    ['a collection group under a recursive wildcard', group, everyGroup, true],
    ['a collection group without one', owner, { ...everyGroup, where: where('author', '==', 'alice') }, false],
    ['a collection group by author', groupOfAuthor, { ...everyGroup, where: where('author', '==', 'alice') }, true],
    ['a collection group by nobody', groupOfAuthor, everyGroup, false],
    ['one collection under the recursive wildcard', groupOfAuthor, { where: where('author', '==', 'alice') }, true],
  ])('%s', (_name, rules, query, allowed) => {
    expect(prove(rules, query).allowed).toBe(allowed);
  });

  test('version 1 has no recursive wildcard for collection groups except one for everything', () => {
    expect(prove('match /{all=**} { allow list; }', everyGroup, { version: '1' }).allowed).toBe(true);
  });
});

describe('constraints decide conditions', () => {
  test.each<[string, Filter | undefined, boolean]>([
    ['resource.data.a == 1', where('a', '==', 1n), true],
    ['resource.data.a == 1', where('a', '>=', 1n), false],
    ['resource.data.a != 1', where('a', '!=', 1n), true],
    ['resource.data.a != 1', where('a', '>', 1n), true],
    ['resource.data.a != 1', where('a', '>=', 1n), false],
    ['resource.data.a != 1', where('a', 'not-in', [1n, 2n]), true],
    ['resource.data.a != null', where('a', '!=', 1n), true],
    ['resource.data.a != null', is('a', 'IS_NOT_NULL'), true],
    ['resource.data.a != null', where('a', '>', 0n), true],
    ['resource.data.a == null', is('a', 'IS_NULL'), true],
    ['resource.data.a > 1', where('a', '>', 1n), true],
    ['resource.data.a > 1', where('a', '>=', 1n), false],
    ['resource.data.a >= 1', where('a', '>', 1n), true],
    ['resource.data.a >= 1', where('a', '>', 0n), false],
    ['1 < resource.data.a', where('a', '>', 2n), true],
    ['resource.data.a < 5 && resource.data.a > 1', and(where('a', '<', 5n), where('a', '>', 1n)), true],
    ['!(resource.data.a > 5)', where('a', '<=', 5n), true],
    ['!(resource.data.a > 5)', where('a', '<=', 6n), false],
    ['resource.data.a < 5', where('a', '<', '5'), false],
    ['resource.data.a <= request.time', where('a', '<=', time), true],
    ["resource.data.a in ['x', 'y']", where('a', 'in', ['x', 'y']), true],
    ["resource.data.a in ['x', 'y']", where('a', 'in', ['x', 'z']), false],
    ["resource.data.a in ['x', 'y']", where('a', '==', 'x'), true],
    ["!(resource.data.a in ['x', 'y'])", where('a', 'not-in', ['x', 'y', 'z']), true],
    ["'x' in resource.data.tags", where('tags', 'contains', 'x'), true],
    ["'x' in resource.data.tags", where('tags', 'contains', 'y'), false],
    ["resource.data.owner == 'alice'", where('owner', 'in', ['alice']), true],
    ["resource.data.owner == 'alice'", where('owner', 'in', ['bob']), false],
    ["resource.data.owner in ['alice', 'bob']", and(where('owner', 'in', ['alice']), where('n', '==', 1n)), true],
    ["'x' in resource.data.tags", where('tags', 'contains-any', ['x']), true],
    ["'x' in resource.data.tags", where('tags', 'contains-any', ['y']), false],
    ["'x' in resource.data.tags", where('tags', '==', ['x']), true],
    ["resource.data.tags.hasAny(['x', 'y'])", where('tags', 'contains', 'y'), true],
    ["resource.data.tags.hasAny(['x', 'y'])", where('tags', 'contains-any', ['x', 'y']), true],
    ["resource.data.tags.hasAny(['x', 'y'])", where('tags', 'contains-any', ['x', 'z']), false],
    ["resource.data.tags.hasAll(['x'])", where('tags', 'contains', 'x'), true],
    ["resource.data.tags.hasAll(['x', 'y'])", where('tags', 'contains', 'x'), false],
    ["resource.data.tags.hasOnly(['x'])", where('tags', 'contains', 'x'), false],
    ['resource.data.tags is list', where('tags', 'contains', 'x'), true],
    ['resource.data.a is string', where('a', '==', 'x'), true],
    ['resource.data.a is string', where('a', '>', 'x'), true],
    ['resource.data.a is number', where('a', '>', 1n), true],
    ['resource.data.a is int', where('a', '>', 1n), false],
    ["resource.data.roles[request.auth.uid] == 'editor'", where('roles.alice', '==', 'editor'), true],
    ['request.auth.uid in resource.data.roles', where('roles.alice', 'in', ['editor', 'reader']), true],
    ["resource.data.roles.get(request.auth.uid, '') == 'editor'", where('roles.alice', '==', 'editor'), true],
    ["resource.data.get('a', 0) == 1", where('a', '==', 1n), true],
    ["resource.data.get('b', 0) == 0", where('a', '==', 1n), false],
    ["resource.data.get(['roles', 'alice'], '') == 'editor'", where('roles.alice', '==', 'editor'), true],
    ["'a' in resource.data", where('a', '>', 1n), true],
    ["'b' in resource.data", where('a', '>', 1n), false],
    ["!('b' in resource.data)", where('a', '>', 1n), false],
    ["resource.data.keys().hasOnly(['a'])", where('a', '==', 1n), false],
    ['resource.data.size() == 1', where('a', '==', 1n), false],
    [
      'resource.data.friend == /databases/$(database)/documents/users/bob',
      where('friend', '==', new Reference('projects/demo/databases/(default)/documents/users/bob')),
      true,
    ],
    ['resource != null && resource.data != null', undefined, true],
    ['request.resource == null', undefined, true],
    ['resource.data.missing == 1 || true', undefined, true],
    ['!(resource.data.missing == 1 && false)', undefined, true],
    ['resource.data.missing == 1 || request.auth.nothing', undefined, false],
    ['resource.data.a == 1 ? true : true', undefined, false],
    ['resource.data.a == resource.data.a', undefined, false],
    ['resource.data.a == 1 && resource.data.b == 2', and(where('a', '==', 1n), where('b', '==', 2n)), true],
    ['resource.data.a == 1 || resource.data.b == 2', and(or(where('a', '==', 1n), where('b', '==', 2n)), where('c', '>', 0n)), true],
  ])('%s', (condition, filter, allowed) => {
    expect(prove(allowListIf(condition), filter ? { where: filter } : {}).allowed).toBe(allowed);
  });
});

describe('the path of the results', () => {
  test.each<[string, Filter | undefined, boolean]>([
    ['id == request.auth.uid', undefined, false],
    ['id == request.auth.uid', byName('alice'), true],
    ['id == request.auth.uid', byName('bob'), false],
    ['resource.id == request.auth.uid', byName('alice'), true],
    ["resource['__name__'][4] == 'alice'", byName('alice'), true],
    ["request.path[3] == 'posts'", undefined, true],
    ['id is string', undefined, false],
  ])('%s', (condition, filter, allowed) => {
    expect(prove(allowListIf(condition), filter ? { where: filter } : {}).allowed).toBe(allowed);
  });

  test('a literal document in a match block covers only the query for it', () => {
    const rules = 'match /posts/alice { allow list; }';
    expect(prove(rules, {}).allowed).toBe(false);
    expect(prove(rules, { where: byName('alice') }).allowed).toBe(true);
  });

  test('several ids are several branches', () => {
    const rules = allowListIf("id in ['a', 'b']");
    expect(prove(rules, { where: where('__name__', 'in', [reference('a'), reference('b')]) }).allowed).toBe(true);
    expect(prove(rules, { where: where('__name__', 'in', [reference('a'), reference('c')]) }).allowed).toBe(false);
  });

  test('wildcards of the parent are known', () => {
    const rules = 'match /users/{uid}/posts/{id} { allow list: if uid == request.auth.uid; }';
    expect(prove(rules, { parent: 'users/alice' }).allowed).toBe(true);
    expect(prove(rules, { parent: 'users/bob' }).allowed).toBe(false);
  });

  test('a collection group below a document keeps its parent', () => {
    const rules = 'match /users/{uid}/{path=**}/posts/{id} { allow list: if uid == request.auth.uid; }';
    const from = [{ collectionId: 'posts', allDescendants: true }];
    expect(prove(rules, { parent: 'users/alice', from }).allowed).toBe(true);
    expect(prove(rules, { parent: 'users/bob', from }).allowed).toBe(false);
    expect(prove(rules, { from }).allowed).toBe(false);
  });

  test('a query over every collection needs a rule for every collection', () => {
    const from = [{ collectionId: '', allDescendants: true }];
    expect(prove('match /posts/{id} { allow list; }', { from }).allowed).toBe(false);
    expect(prove('match /{all=**} { allow list; }', { from }).allowed).toBe(true);
  });
});

describe('other documents', () => {
  test('with a known path are read', () => {
    expect(prove(allowListIf("get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin'"), {}).allowed).toBe(
      true,
    );
  });

  test('with a path that a constraint makes known are read', () => {
    const rules = allowListIf('exists(/databases/$(database)/documents/users/$(resource.data.owner))');
    expect(prove(rules, { where: where('owner', '==', 'alice') }).allowed).toBe(true);
    expect(prove(rules, { where: where('owner', '==', 'bob') }).allowed).toBe(false);
  });

  test('with an unknown path are unknown', () => {
    expect(prove(allowListIf('!exists(/databases/$(database)/documents/users/$(id))'), {}).allowed).toBe(false);
  });
});

describe('a query that is not allowed', () => {
  test('says that it was not proven', () => {
    expect(prove(allowListIf('resource.data.a == 1'), {}).reason).toBe("not proven by the query for 'list' @ L1");
  });

  test('shows in its trace what was known', () => {
    const { trace } = prove(allowListIf('resource.data.a == 1 && resource.data.b == 2'), { where: where('a', '>', 0n) });
    expect(trace).toMatchObject([{ outcome: 'unknown', values: { 'resource.data.a': 'unknown (> 0)', 'resource.data.b': 'unknown' } }]);
  });

  test('is never searched for longer than its alternatives allow', () => {
    expect(prove(allowListIf('resource.data.a == 1'), { where: and(any('a'), any('b'), any('c'), any('d')) }).allowed).toBe(false);
  });
});
