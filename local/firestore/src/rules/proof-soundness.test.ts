import { expect, test } from 'vitest';
import type { Filter } from '../model/query.ts';
import { type MapValue, Timestamp, type Value } from '../model/value.ts';
import { compileRules } from './compile.ts';
import type { CompiledRuleset } from './compiled-ruleset.ts';
import { Lookups } from './evaluate/lookups.ts';
import { documentResource, documentSegments } from './evaluate/resource.ts';
import { requestVariables } from './evaluate/subject.ts';
import type { ListRequest } from './evaluate/request.ts';
import { database, time } from './testing.ts';
import { RulePath } from './values/value.ts';

/** Numbers that repeat from run to run. */
let seed = 20_260_101;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

function pick<T>(items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const orders = ['==', '!=', '<', '<=', '>', '>='] as const;
const literal = () => pick(['1', '2', '2.5', "'x'", "'y'", 'null', 'true']);
const field = () =>
  pick([
    'resource.data.a',
    'resource.data.b',
    'resource.data.m.k',
    "resource.data.get('a', 1)",
    "resource.data.get(['m', 'k'], 'x')",
    'resource.data.m',
    'id',
    'resource.id',
  ]);

const atoms: readonly [() => string, ...(() => string)[]] = [
  () => `${field()} ${pick(orders)} ${literal()}`,
  () => `${literal()} ${pick(orders)} ${field()}`,
  () => `${field()} in [${literal()}, ${literal()}]`,
  () => `${literal()} in ${pick(['resource.data.t', 'resource.data.a'])}`,
  () => `resource.data.t.${pick(['hasAny', 'hasAll', 'hasOnly'])}([${literal()}, ${literal()}])`,
  () => `${field()} is ${pick(['string', 'list', 'map', 'number', 'null', 'bool'])}`,
  () => `'${pick(['a', 'k'])}' in ${pick(['resource.data', 'resource.data.m'])}`,
  () =>
    pick([
      "resource.data.keys().hasAny(['a'])",
      'resource.data.a == resource.data.b',
      '[resource.data.a] == [1]',
      'resource.data.a + 1 > 2',
      'true',
      'false',
    ]),
];

function condition(depth: number): string {
  if (depth === 0 || random() < 0.3) return `(${pick(atoms)()})`;
  const inner = () => condition(depth - 1);
  return pick([
    () => `(${inner()} && ${inner()})`,
    () => `(${inner()} || ${inner()})`,
    () => `!${inner()}`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
  ])();
}

const scalar = (): Value => pick<Value>([1n, 2n, 2.5, 'x', 'y', null, true]);
const operators = [
  'EQUAL',
  'NOT_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'ARRAY_CONTAINS',
  'IN',
  'ARRAY_CONTAINS_ANY',
  'NOT_IN',
] as const;

function filter(depth: number): Filter {
  if (depth > 0 && random() < 0.5) return { kind: 'composite', op: pick(['AND', 'OR']), filters: [filter(depth - 1), filter(depth - 1)] };
  if (random() < 0.1) return { kind: 'unary', field: [pick(['a', 'b'])], op: pick(['IS_NULL', 'IS_NOT_NULL']) };
  const op = pick(operators);
  const value = op === 'IN' || op === 'NOT_IN' || op === 'ARRAY_CONTAINS_ANY' ? [scalar(), scalar()] : scalar();
  return { kind: 'field', field: pick([['a'], ['b'], ['t'], ['m', 'k']]), op, value };
}

function aRandomDocument(): MapValue {
  const fields = new Map<string, Value>();
  for (const name of ['a', 'b', 't', 'm']) {
    const usual = name === 't' ? [scalar(), scalar()] : name === 'm' ? new Map([['k', scalar()]]) : scalar();
    if (random() < 0.8) fields.set(name, random() < 0.9 ? usual : pick<Value>([scalar(), [scalar()], new Map([['k', scalar()]])]));
  }
  return fields;
}

function matches(query: Filter, fields: MapValue): boolean {
  if (query.kind === 'composite')
    return query.op === 'AND' ? query.filters.every((part) => matches(part, fields)) : query.filters.some((part) => matches(part, fields));
  const value = query.field.reduce<Value | undefined>((at, name) => (at instanceof Map ? at.get(name) : undefined), fields);
  if (value === undefined) return false;
  if (query.kind === 'unary') return (value === null) === (query.op === 'IS_NULL');
  const wanted = query.value;
  const listed = Array.isArray(wanted) ? (wanted as Value[]) : [];
  const elements = Array.isArray(value) ? (value as Value[]) : [];
  switch (query.op) {
    case 'EQUAL':
      return same(value, wanted);
    case 'NOT_EQUAL':
      return value !== null && !same(value, wanted);
    case 'IN':
      return listed.some((item) => same(value, item));
    case 'NOT_IN':
      return value !== null && !listed.some((item) => item === null || same(value, item));
    case 'ARRAY_CONTAINS':
      return elements.some((element) => same(element, wanted));
    case 'ARRAY_CONTAINS_ANY':
      return elements.some((element) => listed.some((item) => same(element, item)));
    default:
      return isOrdered(value, wanted, query.op);
  }
}

function same(a: Value, b: Value): boolean {
  return isNumber(a) && isNumber(b) ? Number(a) === Number(b) : a === b;
}

function isOrdered(a: Value, b: Value, op: string): boolean {
  const comparable = (isNumber(a) && isNumber(b)) || (typeof a === typeof b && (typeof a === 'string' || typeof a === 'boolean'));
  if (!comparable) return false;
  const [left, right] = isNumber(a) ? [Number(a), Number(b)] : [String(a), String(b)];
  if (same(a, b)) return op.endsWith('OR_EQUAL');
  return left < right === op.startsWith('LESS');
}

function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** The same condition, with a document of which everything is known. */
function allowsDocument(ruleset: CompiledRuleset, request: ListRequest, fields: MapValue): boolean {
  const document = { path: 'p/x', fields, createTime: time, updateTime: time };
  const path = documentSegments(document.path, '(default)');
  const variables = requestVariables(request, new RulePath(path)).set('resource', null);
  const subject = { method: 'list', path, request: variables, resource: documentResource(document, '(default)') } as const;
  return ruleset.decide([subject], new Lookups(request.database)).allowed;
}

test('a query that is allowed returns only documents that its rule allows one by one', () => {
  const seen = { queries: 0, documents: 0 };
  for (let round = 0; round < 8000; round++) {
    const rule = condition(3);
    const { ruleset } = compileRules(
      `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { match /p/{id} { allow list: if ${rule}; } } }`,
    );
    if (!ruleset) throw new Error(`refused: ${rule}`);
    const where = filter(2);
    const from = [{ collectionId: 'p', allDescendants: false }];
    const request: ListRequest = {
      method: 'list',
      auth: null,
      time: new Timestamp(0, 0),
      database: database(),
      query: { parent: '', from, where, orderBy: [], offset: 0 },
    };
    if (!ruleset.evaluate(request).allowed) continue;
    seen.queries += 1;
    const results = Array.from({ length: 40 }, aRandomDocument).filter((fields) => matches(where, fields));
    seen.documents += results.length;
    for (const fields of results)
      expect(allowsDocument(ruleset, request, fields), `${rule} for ${JSON.stringify(where, String)}`).toBe(true);
  }
  expect(seen.queries).toBeGreaterThan(200);
  expect(seen.documents).toBeGreaterThan(1000);
});
