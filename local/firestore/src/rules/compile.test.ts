import { describe, expect, test } from 'vitest';
import { compileRules } from './compile.ts';

const firestore = (body: string, head = "rules_version = '2';\n") =>
  `${head}service cloud.firestore {\n  match /databases/{database}/documents {\n${body}\n  }\n}`;

describe('a mistake has a place and a cure', () => {
  test.each([
    [
      'a missing semicolon',
      firestore('    match /a/{b} { allow read: if true\n allow write; }'),
      5,
      2,
      "Unexpected 'allow'. Expected ';' to end the 'allow' statement.",
    ],
    [
      'an unknown method',
      firestore('    match /a/{b} { allow readwrite; }'),
      4,
      26,
      "'readwrite' is not a method. Use read, get, list, write, create, update, delete.",
    ],
    [
      'an unclosed block',
      firestore('    match /a/{b} { allow read; ').slice(0, -2),
      5,
      4,
      "Unexpected the end of the file. Expected 'allow', 'match', 'function' or '}'.",
    ],
    [
      'a brace too many',
      `${firestore('')}}`,
      6,
      2,
      "Unexpected '}'. Nothing may follow the service except functions. Remove this, or check for a '}' too many above.",
    ],
    [
      'a version after a function',
      "function f() { return true; }\nrules_version = '2';",
      2,
      1,
      "Unexpected 'rules_version'. Expected 'service cloud.firestore { … }' or 'service firebase.storage { … }'.",
    ],
    [
      'an import',
      "rules_version = '2';\nimport { g } from 'm';",
      2,
      1,
      "Unexpected 'import'. Expected 'service cloud.firestore { … }' or 'service firebase.storage { … }'.",
    ],
    ['an unknown version', "rules_version = '3';", 1, 17, "'3' is not a rules version. Write rules_version = '2';"],
    [
      'an unknown service',
      'service cloud.spanner {}',
      1,
      9,
      "'cloud.spanner' is not a known service. Use cloud.firestore or firebase.storage.",
    ],
    [
      'a function without return',
      firestore('    function f() { true; }'),
      4,
      20,
      "Unexpected 'true'. The body of 'f' is 'let' bindings and one 'return'. Write 'return' before its result.",
    ],
    [
      'a single ampersand',
      firestore('    match /a/{b} { allow read: if true & true; }'),
      4,
      40,
      "Unexpected '&'. Write '&&' to combine conditions.",
    ],
    [
      'an unclosed string',
      firestore("    match /a/{b} { allow read: if 'a;\n }"),
      4,
      35,
      "This string never ends. Close it with ' on the same line.",
    ],
    [
      'an unknown escape',
      firestore("    match /a/{b} { allow read: if 'a'.matches('\\d'); }"),
      4,
      48,
      "'\\d' is not an escape sequence. Write '\\\\d' for a backslash followed by 'd'.",
    ],
    [
      'an unknown type',
      firestore('    match /a/{b} { allow read: if 1 is integer; }'),
      4,
      40,
      "'integer' is not a type. Use one of bool, bytes, float, int, list, latlng, number, path, map, set, string, timestamp, duration, constraint, map_diff, null.",
    ],
    [
      'an expression in a match path',
      firestore('    match /a/$(b) { allow read; }'),
      4,
      14,
      "A match path cannot hold '$(…)'. Use a wildcard such as {name} and compare it in the condition.",
    ],
    [
      'a broken wildcard',
      firestore('    match /a/{b=*} { allow read; }'),
      4,
      14,
      'This wildcard is malformed. Write {name} for one segment or {name=**} for the rest of the path.',
    ],
    [
      'two recursive wildcards',
      firestore('    match /{a=**}/b/{c=**} { allow read; }'),
      4,
      21,
      'A path holds at most one {name=**}. Replace this one by {name}, or declare the match outside of the other.',
    ],
    [
      'a recursive wildcard in the middle in version 1',
      firestore('    match /{a=**}/b { allow read; }', ''),
      3,
      5,
      "In rules_version '1' {name=**} stands last in a path. Write rules_version = '2'; at the top of the file.",
    ],
    [
      'an allow outside of a match',
      'service cloud.firestore { allow read; }',
      1,
      27,
      "Unexpected 'allow'. 'allow' belongs inside a match block. Write match /path { allow … }.",
    ],
    [
      'a function declared twice',
      firestore('    function f() { return 1; }\n    function f() { return 2; }\n match /a/{b} { allow read: if f() == 1; }'),
      5,
      5,
      'Function f is declared twice here. Rename or remove one of them.',
    ],
    [
      'a variable declared twice',
      firestore('    function f(a) { let a = 1; return a; }\n match /a/{b} { allow read: if f(1) == 1; }'),
      4,
      25,
      'Variable a is declared twice in this function. Rename one of them.',
    ],
    [
      'recursion',
      firestore('    function f() { return g(); }\n    function g() { return f(); }\n match /a/{b} { allow read: if f(); }'),
      4,
      5,
      'Functions cannot call themselves, directly or through others: f → g → f. Write out the levels that you need.',
    ],
    [
      'a huge integer',
      firestore('    match /a/{b} { allow read: if 99999999999999999999 > 1; }'),
      4,
      35,
      'The integer 99999999999999999999 is larger than 64 bits. Write it as a float, for example 999e17.',
    ],
  ])('%s', (_name, source, line, column, description) => {
    const { ruleset, issues } = compileRules(source);
    expect(ruleset).toBeUndefined();
    expect(issues.find(({ severity }) => severity === 3)).toMatchObject({ line, column, description, severity: 3 });
  });

  test('offsets count from the start of the source', () => {
    const [issue] = compileRules('service cloud.spanner {}').issues;
    expect(issue).toMatchObject({ offset: 8, endOffset: 21 });
  });
});

describe('what denies in production but compiles there is a warning', () => {
  test.each([
    ['an unknown variable', 'foo', 'Invalid variable name: foo.'],
    ['an unknown function', 'foo()', 'Invalid function name: foo.'],
    ['an unknown method', "'a'.foo()", 'Invalid function name: foo.'],
    ['an unknown function of a namespace', 'math.foo()', 'Invalid function name: math.foo.'],
    ['a wrong number of arguments', 'f()', 'Function f takes 1 arguments, not 0.'],
    ['a pattern that RE2 does not take', "'a'.matches('(?=a)')", 'Invalid regular expression pattern.'],
  ])('%s', (_name, expression, start) => {
    const { ruleset, issues } = compileRules(
      firestore(`function f(a) { return a; } match /a/{b} { allow read: if f(1) == 1 && ${expression} == 1; }`),
    );
    expect(ruleset).toBeDefined();
    expect(issues).toHaveLength(1);
    expect(issues[0]?.severity).toBe(2);
    expect(issues[0]?.description.startsWith(start)).toBe(true);
  });

  test('an unused function', () => {
    expect(compileRules(firestore('function f() { return 1; }')).issues).toMatchObject([
      { severity: 2, description: 'Unused function: f. Remove it, or call it.' },
    ]);
  });
});

const condition = (expression: string) => compileRules(firestore(`match /a/{b} { allow read: if ${expression}; }`));

const messageOf = (source: ReturnType<typeof compileRules>) => source.issues.find(({ severity }) => severity === 3)?.description;

const functionOf = (count: number) =>
  compileRules(firestore(`function f(${Array.from({ length: count }, (_, index) => `a${index}`).join()}) { return 1; }`));

const functionLetting = (count: number) =>
  compileRules(firestore(`function f() { ${Array.from({ length: count }, (_, index) => `let a${index} = 1;`).join(' ')} return 1; }`));

const nested = (depth: number) => `service cloud.firestore {${'match /a/{b} {'.repeat(depth)} allow read; ${'}'.repeat(depth)}}`;

describe('production limits', () => {
  test('98 conditions in a chain compile and 99 do not', () => {
    expect(condition(Array.from({ length: 98 }, () => 'true').join(' && ')).ruleset).toBeDefined();
    expect(messageOf(condition(Array.from({ length: 99 }, () => 'true').join(' || ')))).toContain('production takes 98');
  });

  test('7 arguments compile and 8 do not', () => {
    expect(functionOf(7).ruleset).toBeDefined();
    expect(messageOf(functionOf(8))).toContain('at most 7 arguments');
  });

  test('11 let bindings compile and 12 do not', () => {
    expect(functionLetting(11).ruleset).toBeDefined();
    expect(messageOf(functionLetting(12))).toContain("at most 11 'let' bindings");
  });

  test('10 nested match blocks compile and 11 do not', () => {
    expect(compileRules(nested(10)).ruleset).toBeDefined();
    expect(messageOf(compileRules(nested(11)))).toContain('at most 10 deep');
  });

  test('a source of 256 KiB is refused, one byte less is not', () => {
    const source = firestore('match /a/{b} { allow read; }');
    const padded = (size: number) => source + ' '.repeat(size - source.length);
    expect(compileRules(padded(262_143)).ruleset).toBeDefined();
    expect(messageOf(compileRules(padded(262_144)))).toContain('262144 bytes');
  });
});

describe('hostile sources end in an issue, never in a crash', () => {
  const many = 60_000;
  test.each([
    ['parentheses', '('.repeat(many)],
    ['lists', '['.repeat(many)],
    ['maps', "{'a':".repeat(many / 2)],
    ['negations', '!'.repeat(many)],
    ['minus signs', '-'.repeat(many)],
    ['a long sum', `1${'+1'.repeat(many)}`],
    ['a long chain of members', `a${'.a'.repeat(many)}`],
    ['a long chain of calls', `a()${'.a()'.repeat(many / 2)}`],
    ['indexes within each other', 'a['.repeat(many)],
    ['ternaries', 'a?b:'.repeat(many / 2)],
    ['paths within each other', '/a/$('.repeat(many / 4)],
    ['comparisons', `1${'==1'.repeat(many)}`],
    ['match blocks', `true; }${'match /a/{b} {'.repeat(10_000)}`],
  ])('%s', (_name, expression) => {
    const { ruleset, issues } = compileRules(firestore(`match /a/{b} { allow read: if ${expression}`));
    expect(ruleset).toBeUndefined();
    expect(issues).toHaveLength(1);
  });

  test('thousands of warnings are cut', () => {
    const { issues } = compileRules(firestore(`match /a/{b} { allow read: if [${'nonsense,'.repeat(20_000)}] == []; }`));
    expect(issues).toHaveLength(500);
  });

  test('thousands of functions that call each other in a row compile', () => {
    const functions = Array.from({ length: 4000 }, (_, index) => `function f${index}() { return f${index + 1}(); }`);
    const { ruleset } = compileRules(
      firestore(`${functions.join('\n')} function f4000() { return true; } match /a/{b} { allow read: if f0(); }`),
    );
    expect(ruleset).toBeDefined();
  });

  test.each(['', ' ', '\u0000', 'service', '/* *', '"', '\\', 'rules_version', '🙂'])('%j', (source) => {
    const { ruleset, issues } = compileRules(source);
    expect(ruleset).toBeUndefined();
    expect(issues).toHaveLength(1);
  });
});

describe('sources that compile', () => {
  test.each([
    ['without a version', 'service cloud.firestore { match /a/{b} { allow read; } }'],
    ['with comments everywhere', firestore('/* a */ match /a/{b} /* c */ { // d\n allow /* e */ read /* f */ ; }')],
    ['with functions after the service', `${firestore('match /a/{b} { allow read: if f(); }')} function f() { return true; }`],
    [
      'with the database written out',
      'service cloud.firestore { match /databases/(default)/documents { match /a/{b} { allow read: if exists(/databases/(default)/documents/a/$(b)); } } }',
    ],
    [
      'for storage',
      "rules_version = '2'; service firebase.storage { match /b/{bucket}/o { match /{all=**} { allow read, write: if request.auth != null; } } }",
    ],
    ['with a byte order mark', `\uFEFF${firestore('')}`],
  ])('%s', (_name, source) => {
    const { ruleset, issues } = compileRules(source);
    expect(issues).toEqual([]);
    expect(ruleset).toBeDefined();
  });
});
