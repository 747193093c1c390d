import { describe, expect, test } from 'vitest';
import { compileRules } from './compile.ts';
import { Lookups, type RulesDatabase } from './evaluate/lookups.ts';
import { limits } from './language/limits.ts';
import type { Ruleset, Verdict } from './ruleset.ts';
import type { WriteRequest } from './evaluate/request.ts';
import { aDocument, database, time } from './testing.ts';

function rulesetOf(body: string, version = '2'): Ruleset {
  const { ruleset, issues } = compileRules(
    `rules_version = '${version}';\nservice cloud.firestore {\n match /databases/{database}/documents {\n${body}\n}\n}`,
  );
  if (!ruleset) throw new Error(issues.map(({ description }) => description).join());
  return ruleset;
}

interface Get {
  readonly path?: string;
  readonly uid?: string | null;
  readonly data?: RulesDatabase;
  readonly lookups?: Lookups;
}

function get(ruleset: Ruleset, { path = 'a/b', uid = 'alice', data = database(), lookups }: Get = {}): Verdict {
  const auth = uid === null ? null : { uid, token: {} };
  return ruleset.evaluate({ method: 'get', path, auth, time, database: data, resource: data.get(path), ...(lookups && { lookups }) });
}

function write(ruleset: Ruleset, request: Pick<WriteRequest, 'method' | 'path'> & Partial<WriteRequest>): Verdict {
  return ruleset.evaluate({
    auth: { uid: 'alice', token: {} },
    time,
    database: database(),
    resource: undefined,
    requestResource: undefined,
    ...request,
  });
}

const userPath = (id: string) => `/databases/$(database)/documents/users/${id}`;

const nestedCalls = (depth: number) =>
  `${Array.from({ length: depth }, (_, index) => `function f${index}() { return ${index + 1 === depth ? 'true' : `f${index + 1}()`}; }`).join('\n')} match /a/{b} { allow get: if f0(); }`;

describe('which match blocks cover a path', () => {
  test.each([
    ['2', '/a/{b}', 'a/b', true],
    ['2', '/a/{b}', 'a/b/c/d', false],
    ['2', '/a/b', 'a/b', true],
    ['2', '/a/x', 'a/b', false],
    ['2', '/{all=**}', 'a/b', true],
    ['2', '/{all=**}', 'a/b/c/d', true],
    ['2', '/a/{b}/{rest=**}', 'a/b', true],
    ['2', '/{path=**}/c/{d}', 'c/d', true],
    ['2', '/{path=**}/c/{d}', 'a/b/c/d', true],
    ['2', '/{path=**}/c/{d}', 'a/b', false],
    ['2', '/a/{rest=**}/d', 'a/b/c/d', true],
    ['1', '/a/{b}/{rest=**}', 'a/b', false],
    ['1', '/a/{b}/{rest=**}', 'a/b/c/d', true],
  ])('version %s: %s and %s: %s', (version, pattern, path, allowed) => {
    expect(get(rulesetOf(`match ${pattern} { allow get; }`, version), { path }).allowed).toBe(allowed);
  });

  test('nested blocks join their paths and see outer wildcards', () => {
    const ruleset = rulesetOf('match /a/{b} { match /c/{d} { allow get: if b == "x" && d == "y"; } }');
    expect(get(ruleset, { path: 'a/x/c/y' }).allowed).toBe(true);
    expect(get(ruleset, { path: 'a/y/c/y' }).allowed).toBe(false);
  });

  test('one true condition among all blocks is enough, whatever the others say', () => {
    expect(get(rulesetOf('match /a/{b} { allow get: if false; allow read: if nonsense; } match /{all=**} { allow get; }')).allowed).toBe(
      true,
    );
  });

  test('a recursive wildcard is a path and a single one is a string', () => {
    expect(get(rulesetOf('match /{rest=**} { allow get: if rest is path && rest[1] == "b"; }')).allowed).toBe(true);
  });
});

describe('functions', () => {
  test('see the wildcards around them and hide outer functions of the same name', () => {
    const ruleset = rulesetOf(
      'function who() { return "nobody"; } match /a/{b} { function who() { return b; } allow get: if who() == "b"; }',
    );
    expect(get(ruleset).allowed).toBe(true);
  });

  test('bind let variables in order', () => {
    expect(
      get(rulesetOf('function f(x) { let a = x + 1; let b = a * 2; return b; } match /a/{b} { allow get: if f(2) == 6; }')).allowed,
    ).toBe(true);
  });

  test('an argument named like a namespace hides it', () => {
    expect(get(rulesetOf('function f(math) { return math.abs; } match /a/{b} { allow get: if f({"abs": 1}) == 1; }')).allowed).toBe(true);
  });

  test('an unused argument may be an error', () => {
    expect(get(rulesetOf('function f(x) { return true; } match /a/{b} { allow get: if f(resource.data.missing); }')).allowed).toBe(true);
  });

  test('20 calls within each other are allowed, 21 are not', () => {
    expect(get(rulesetOf(nestedCalls(20))).allowed).toBe(true);
    expect(get(rulesetOf(nestedCalls(21))).reason).toContain('deeper than 20 levels');
  });

  test('a request ends at 1000 expressions, and || does not absorb that', () => {
    const doubling = Array.from(
      { length: 12 },
      (_, index) => `function f${index}() { return ${index === 0 ? 'true' : `f${index - 1}() && f${index - 1}()`}; }`,
    ).join('\n');
    const { allowed, reason } = get(rulesetOf(`${doubling} match /a/{b} { allow get: if f11() || true; }`));
    expect(allowed).toBe(false);
    expect(reason).toContain('Maximum of 1000 expressions');
  });

  test('a value that doubles with every call ends in an error', () => {
    const doubling = Array.from(
      { length: 19 },
      (_, index) => `function f${index}(s) { return ${index === 0 ? 's' : `f${index - 1}(s + s + s + s)`}; }`,
    ).join('\n');
    expect(get(rulesetOf(`${doubling} match /a/{b} { allow get: if f18("xx").size() > 0; }`)).reason).toContain(
      'longer than 10000000 characters',
    );
  });
});

describe('get() and its kin', () => {
  const alice = aDocument('users/alice', { role: 'admin' });
  const users = database([alice], [aDocument('users/alice', { role: 'none' }), aDocument('users/bob', { role: 'new' })]);

  test.each([
    [`get(${userPath('alice')}).data.role == 'admin'`, true],
    [`get(${userPath('$(request.auth.uid)')}).data.role == 'admin'`, true],
    [`get(${userPath('alice')}).id == 'alice' && get(${userPath('alice')}).__name__ == ${userPath('alice')}`, true],
    [`exists(${userPath('alice')}) && !exists(${userPath('bob')})`, true],
    [`getAfter(${userPath('alice')}).data.role == 'none'`, true],
    [`existsAfter(${userPath('bob')})`, true],
    [`get(${userPath('bob')}) == null`, false],
    [`get(${userPath('bob')}) == null || true`, true],
    [`exists(/databases/$(database)/documents/users)`, false],
    [`exists(/users/alice) || true`, true],
    [`exists(/databases/other/documents/users/alice) || true`, true],
    [`exists(${userPath("$('a/b/c')")}) || !exists(${userPath("$('')")})`, false],
    [`get('${userPath('alice')}').data.role == 'admin'`, false],
  ])('%s: %s', (condition, allowed) => {
    expect(get(rulesetOf(`match /a/{b} { allow get: if ${condition}; }`), { data: users }).allowed).toBe(allowed);
  });

  test('a missing document is an error with its path', () => {
    expect(get(rulesetOf(`match /a/{b} { allow get: if get(${userPath('bob')}).data.x; }`), { data: users }).reason).toBe(
      "Service call error. Function: [get], Argument: [/databases/(default)/documents/users/bob]. The document does not exist. for 'get' @ L4",
    );
  });

  const lookingAt = (count: number) => Array.from({ length: count }, (_, index) => `!exists(${userPath(`u${index}`)})`).join(' && ');

  test('10 distinct documents are allowed, 11 are not, and repeats are free', () => {
    expect(get(rulesetOf(`match /a/{b} { allow get: if ${lookingAt(10)} && ${lookingAt(10)}; }`)).allowed).toBe(true);
    expect(get(rulesetOf(`match /a/{b} { allow get: if ${lookingAt(11)}; }`)).reason).toContain('Document access limit of 10');
  });

  test('a document that a short circuit skips does not count', () => {
    expect(get(rulesetOf(`match /a/{b} { allow get: if ${lookingAt(10)} && (true || exists(${userPath('more')})); }`)).allowed).toBe(true);
  });

  test('|| does not absorb an exhausted budget', () => {
    expect(get(rulesetOf(`match /a/{b} { allow get: if (${lookingAt(11)}) || true; }`)).allowed).toBe(false);
  });

  test('evaluations that share lookups read a document once and share the limit of 20', () => {
    let reads = 0;
    const counting: RulesDatabase = { ...database(), get: () => void (reads += 1) };
    const lookups = new Lookups(counting, limits.lookupsPerBatch);
    const ruleset = rulesetOf(`match /a/{b} { allow get: if !exists(${userPath('$(b)')}); }`);
    for (let index = 0; index < 20; index++) expect(get(ruleset, { path: `a/${index}`, data: counting, lookups }).allowed).toBe(true);
    expect(get(ruleset, { path: 'a/0', data: counting, lookups }).allowed).toBe(true);
    expect(get(ruleset, { path: 'a/20', data: counting, lookups }).reason).toContain('Document access limit of 20');
    expect(lookups.count).toBe(20);
  });
});

describe('what a write sees', () => {
  const before = aDocument('a/b', { owner: 'alice', n: 1n });
  const after = aDocument('a/b', { owner: 'alice', n: 2n });

  test.each([
    ['create', 'resource == null && request.resource.data.n == 2', undefined, after, true],
    ['create', 'request.resource.id == b', undefined, after, true],
    ['update', 'resource.data.n == 1 && request.resource.data.n == 2', before, after, true],
    ['update', "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['n'])", before, after, true],
    ['update', "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['owner'])", before, after, false],
    ['delete', 'request.resource == null && resource.data.owner == request.auth.uid', before, undefined, true],
    ['delete', 'request.resource.data.n == 1', before, undefined, false],
    ['create', 'request.time.year() == 2027', undefined, after, true],
  ] as const)('%s: %s', (method, condition, resource, requestResource, allowed) => {
    const ruleset = rulesetOf(`match /a/{b} { allow ${method}: if ${condition}; }`);
    expect(write(ruleset, { method, path: 'a/b', resource, requestResource }).allowed).toBe(allowed);
  });

  test('write covers create, update and delete, and nothing else', () => {
    const ruleset = rulesetOf('match /a/{b} { allow write; }');
    for (const method of ['create', 'update', 'delete'] as const) expect(write(ruleset, { method, path: 'a/b' }).allowed).toBe(true);
    expect(get(ruleset).allowed).toBe(false);
  });
});

describe('a denial', () => {
  test('names every condition that was tried, with its line', () => {
    const { reason } = get(
      rulesetOf('match /a/{b} {\nallow get: if false;\nallow read: if resource.data.x;\nallow get: if request.auth.x;\n}'),
    );
    expect(reason).toBe("false for 'get' @ L5, Null value error. for 'get' @ L6, Property x is undefined on object. for 'get' @ L7");
  });

  test('without a matching allow says so', () => {
    expect(get(rulesetOf('match /x/{b} { allow get; }')).reason).toBe("No matching allow statements for 'get'");
  });

  test('keeps a signed-out caller apart from a missing claim', () => {
    expect(get(rulesetOf('match /a/{b} { allow get: if request.auth.uid == "x"; }'), { uid: null }).reason).toBe(
      "Null value error. for 'get' @ L4",
    );
  });
});

describe('the trace', () => {
  test('shows the allow that decided and the values it saw', () => {
    const data = database([aDocument('a/b', { owner: 'bob' }), aDocument('users/alice', { role: 'admin' })]);
    const ruleset = rulesetOf(
      "match /a/{b} {\nallow get: if resource.data.owner == request.auth.uid;\nallow get: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';\n}",
    );
    expect(get(ruleset, { data }).trace).toEqual([
      { line: 5, column: 1, outcome: 'false', values: { 'resource.data.owner': "'bob'", 'request.auth.uid': "'alice'" } },
      {
        line: 6,
        column: 1,
        outcome: 'true',
        values: {
          database: "'(default)'",
          'request.auth.uid': "'alice'",
          'get(/databases/$(database)/documents/users/$(request.auth.uid))':
            "{'data': {'role': 'admin'}, 'id': 'alice', '__name__': /databases/(default)/documents/users/alice}",
          'get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role': "'admin'",
        },
      },
    ]);
  });

  test('places an error', () => {
    const { trace } = get(rulesetOf('match /a/{b} {\nallow get: if true &&\n  request.auth.nope;\n}'));
    expect(trace).toMatchObject([{ line: 5, outcome: 'error', error: 'Property nope is undefined on object. (line 6, column 3)' }]);
  });

  test('shows the documents as they were when the request was decided', () => {
    let role = 'admin';
    const data: RulesDatabase = { ...database(), get: () => aDocument('users/alice', { role }) };
    const verdict = get(
      rulesetOf("match /a/{b} { allow get: if get(/databases/$(database)/documents/users/alice).data.role == 'admin'; }"),
      { data },
    );
    role = 'none';
    expect(verdict.trace).toMatchObject([{ outcome: 'true' }]);
  });

  test('is bounded', () => {
    const terms = Array.from({ length: 90 }, (_, index) => `resource.data.f${index}.size() > 0`).join(' && ');
    const fields = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`f${index}`, 'x'.repeat(5000)]));
    const { trace } = get(rulesetOf(`match /a/{b} { allow get: if ${terms}; }`), { data: database([aDocument('a/b', fields)]) });
    expect(JSON.stringify(trace).length).toBeLessThan(20_000);
  });
});

describe('names of the language itself are not fields', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'size'])('%s', (name) => {
    const ruleset = rulesetOf(
      `match /a/{b} { allow get: if '${name}' in resource.data || resource.data.keys().hasAny(['${name}']) || resource.data['${name}'] != null || request.auth.token['${name}'] != null; }`,
    );
    expect(get(ruleset, { data: database([aDocument('a/b', {})]) }).allowed).toBe(false);
  });

  test('but they can be', () => {
    const fields = new Map([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
    const data = database([{ ...aDocument('a/b', {}), fields }]);
    expect(
      get(rulesetOf("match /a/{b} { allow get: if resource.data.__proto__ == 'x' && resource.data.constructor == 'y'; }"), { data })
        .allowed,
    ).toBe(true);
  });
});
