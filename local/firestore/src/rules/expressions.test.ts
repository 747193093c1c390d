import { describe, expect, test } from 'vitest';
import { GeoPoint, Reference, Timestamp } from '../model/value.ts';
import { compileRules } from './compile.ts';
import { aDocument, database, time } from './testing.ts';
import { print } from './values/print.ts';

/** The verdict's trace shows what `probe(<expression>)` was; an error shows its message. */
function valueOf(expression: string): string {
  const { ruleset, issues } = compileRules(`rules_version = '2';
    service cloud.firestore { match /databases/{database}/documents { match /probe/{id} {
      function probe(value) { return value; }
      allow get: if probe(${expression}) == 'no such value' && false;
    } } }`);
  if (!ruleset) return `not compiled: ${issues.map(({ description }) => description).join()}`;
  const { trace } = ruleset.evaluate({
    method: 'get',
    path: 'probe/x',
    auth: { uid: 'alice', token: { age: 30, 'a.b': true } },
    time,
    database: database(),
    resource,
  });
  const values = trace[0]?.values ?? {};
  return values[`probe(${expression})`.replace(/\s+/g, ' ').slice(0, 120)] ?? 'not evaluated';
}

const resource = aDocument('probe/x', {
  int: 5n,
  float: 1.5,
  whole: 2,
  nan: Number.NaN,
  text: 'Hello',
  list: [1n, 'two', null],
  nested: new Map([['deep', new Map([['er', 1n]])]]),
  nothing: null,
  bytes: new Uint8Array([1, 255]),
  at: new Timestamp(1_709_209_445, 123_456_000),
  place: new GeoPoint(1, 2),
  friend: new Reference('projects/demo/databases/(default)/documents/probe/y'),
  toString: 'own',
});

const d = 'resource.data';

describe.each([
  [
    'arithmetic',
    [
      ['10 / 4', '2'],
      ['-7 / 2', '-3'],
      ['-7 % 2', '-1'],
      ['7 % -2', '1'],
      ['10 / 4.0', '2.5'],
      ['5.5 % 2', '1.5'],
      ['1 + 2 * 3 - 4', '3'],
      ['(1 + 2) * 3', '9'],
      ['10 - 3 - 2', '5'],
      ['-(-3)', '3'],
      ['1 / 0', 'error: Divide by zero error.'],
      ['1 % 0', 'error: Divide by zero error.'],
      ['9223372036854775807 + 1', 'error: Integer overflow error.'],
      ["'a' + 'b'", "'ab'"],
      ["'a' + 1", 'error: Unsupported operation error. Received: string + int.'],
      ['[1] + [2]', 'error: Unsupported operation error. Received: list + list.'],
      ['null + 1', 'error: Null value error.'],
      [`${d}.at + duration.value(1, 'd')`, 'timestamp(2024-03-01T12:24:05.123456Z)'],
      [`${d}.at - duration.value(1, 's')`, 'timestamp(2024-02-29T12:24:04.123456Z)'],
      [`${d}.at - ${d}.at`, 'duration(0s)'],
      ["duration.value(1, 'm') + duration.value(1, 's')", 'duration(61s)'],
    ],
  ],
  [
    'comparison',
    [
      ['1 == 1.0', 'true'],
      ['9007199254740993 == 9007199254740992.0', 'false'],
      ["1 == '1'", 'false'],
      ["1 != '1'", 'true'],
      ["1 < '2'", 'error: Unsupported operation error. Received: int < string.'],
      ['null < 1', 'error: Null value error.'],
      ['null == null', 'true'],
      ['[1, 2] == [1, 2.0]', 'true'],
      ["{'a': [1]} == {'a': [1]}", 'true'],
      ["{'a': 1} == {'b': 1}", 'false'],
      [`${d}.nan == ${d}.nan`, 'false'],
      [`${d}.nan < 1`, 'false'],
      ["'a' < 'b'", 'true'],
      ['2 > 1.5', 'true'],
      [`${d}.at < request.time`, 'true'],
      ["/a/b == /a/$('b')", 'true'],
      [`${d}.friend == /databases/$(database)/documents/probe/y`, 'true'],
      ['1 in [1, 2]', 'true'],
      ["'a' in {'a': 1}", 'true'],
      ["'toString' in {'a': 1}", 'false'],
      ["'constructor' in resource.data", 'false'],
      ["'x' in 'xyz'", 'error: Unsupported operation error. Received: string in string.'],
      ['1 in [1].toSet()', 'true'],
      ['1 == 1 == true', 'true'],
      ['1 in [1] == true', 'true'],
    ],
  ],
  [
    'errors and logic',
    [
      [`${d}.missing || true`, 'true'],
      [`true || ${d}.missing`, 'true'],
      [`${d}.missing && false`, 'false'],
      [`false && ${d}.missing`, 'false'],
      [`${d}.missing || false`, 'error: Property missing is undefined on object.'],
      [`${d}.missing && true`, 'error: Property missing is undefined on object.'],
      [`!${d}.missing`, 'error: Property missing is undefined on object.'],
      [`${d}.missing ? 1 : 2`, 'error: Property missing is undefined on object.'],
      [`${d}.missing == null`, 'error: Property missing is undefined on object.'],
      [`${d}['missing']`, 'error: Property missing is undefined on object.'],
      [`${d}.nothing.x`, 'error: Null value error.'],
      ['1 && true', "error: Unsupported operation error. '&&' takes booleans, not int."],
      ["!'a'", "error: Unsupported operation error. '!' takes booleans, not string."],
      ['true ? 1 : 2', '1'],
      ['false ? 1 : true ? 2 : 3', '2'],
      ['nonsense', 'error: Property nonsense is undefined on object.'],
      ['nonsense()', 'error: Function not found error: Name: [nonsense].'],
      ['bool(true)', 'error: Function not found error: Name: [bool].'],
      ['debug(1)', 'error: Function not found error: Name: [debug].'],
      ['math.isInfinite(1.0)', 'error: Function not found error: Name: [math.isInfinite].'],
      ["{'a': 1}.hasAll(['a'])", 'error: Function not found error: Name: [hasAll].'],
      [`${d}.constructor`, 'error: Property constructor is undefined on object.'],
      [`${d}.toString`, "'own'"],
    ],
  ],
  [
    'types',
    [
      [`${d}.int is int`, 'true'],
      [`${d}.whole is float`, 'true'],
      [`${d}.whole is int`, 'false'],
      [`${d}.int is number`, 'true'],
      ['1.0 is int', 'false'],
      ["'a' is string", 'true'],
      [`${d}.nested is map`, 'true'],
      [`${d}.list is list`, 'true'],
      [`${d}.bytes is bytes`, 'true'],
      [`${d}.at is timestamp`, 'true'],
      [`${d}.place is latlng`, 'true'],
      [`${d}.friend is path`, 'true'],
      ['null is null', 'true'],
      ['[1].toSet() is set', 'true'],
      ["{'a': 1}.diff({}) is map_diff", 'true'],
      ["duration.value(1, 's') is duration", 'true'],
      ['request.path is path', 'true'],
      ['id is string', 'true'],
    ],
  ],
  [
    'functions',
    [
      ['math.abs(-3)', '3'],
      ['math.ceil(1.2)', '2'],
      ['math.floor(-1.2)', '-2'],
      ['math.round(2.5)', '3'],
      ['math.sqrt(16)', '4.0'],
      ['math.pow(2, 10)', '1024.0'],
      ['math.isNaN(resource.data.nan)', 'true'],
      ["math.abs('a')", 'error: Unsupported operation error. Received: math.abs(string). Expected: math.abs(int).'],
      ['timestamp.date(2024, 2, 29)', 'timestamp(2024-02-29T00:00:00Z)'],
      ['timestamp.date(2023, 2, 29)', 'error: There is no date with year 2023, month 2 and day 29.'],
      ['timestamp.value(1500)', 'timestamp(1970-01-01T00:00:01.5Z)'],
      ["duration.value(1, 'w')", 'duration(604800s)'],
      ["duration.value(1, 'year')", "error: 'year' is not a unit of duration. Use w, d, h, m, s, ms or ns."],
      ['duration.time(1, 2, 3, 4).nanos()', '4'],
      ["duration.abs(duration.value(-5, 's'))", 'duration(5s)'],
      [
        'latlng.value(91, 0)',
        'error: Latitude should be in [-90,90] range and longitude should be in [-180,180] range. latitude: 91, longitude: 0.',
      ],
      ['latlng.value(0, 0).distance(latlng.value(0, 1)) > 111000.0', 'true'],
      ["hashing.md5('abc').toHexString()", "'900150983CD24FB0D6963F7D28E17F72'"],
      ["hashing.sha256(b'').toBase64()", "'47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU='"],
      ["hashing.crc32('123456789').toHexString()", "'2639F4CB'"],
      ["hashing.crc32c('123456789').toHexString()", "'839206E3'"],
      ["int('12') + int(2.9)", '14'],
      ["int('x')", "error: Cannot convert 'x' to an integer."],
      ["float('1.5')", '1.5'],
      ['string(1.0)', "'1.0'"],
      ['string(true) + string(null)', "'truenull'"],
      ["path('/a/b')", '/a/b'],
      ['path(request.path)', 'error: Unsupported operation error. Received: path(path). Expected: path(string).'],
    ],
  ],
  [
    'strings',
    [
      ["'abc'.matches('b')", 'false'],
      ["'abc'.matches('a.*')", 'true'],
      ["'a1'.matches('[a-z]\\\\d')", 'true'],
      ["'a'.matches('(')", 'error: Invalid regular expression pattern. Pattern: (. error parsing regexp: missing closing ): `(`'],
      [
        "'a'.matches('(?=a)')",
        'error: Invalid regular expression pattern. Pattern: (?=a). error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
      ],
      ["'Ab'.lower() + 'Ab'.upper()", "'abAB'"],
      ["' a '.trim()", "'a'"],
      ["'abc'.size()", '3'],
      ["'a,b'.split(',')", "['a', 'b']"],
      ["'a1b22'.replace('[0-9]+', '-')", "'a-b-'"],
      ["'é'.toUtf8().size()", '2'],
      ["'hello'[1:3]", "'el'"],
      ["'hello'[0:99]", 'error: Index out of bound error. Index: [98] , size: [5].'],
      ['"tab\\t\\u0041\\x42"', "'tab\tAB'"],
    ],
  ],
  [
    'lists, sets and maps',
    [
      ['[1, 2, 3][1]', '2'],
      ['[1][1]', 'error: Index out of bound error. Index: [1] , size: [1].'],
      ['[1][-1]', 'error: Index out of bound error. Index: [-1] , size: [1].'],
      ['[1, 2, 3, 4][1:3]', '[2, 3]'],
      ['[1, 2].hasAll([1.0])', 'true'],
      ['[1, 2].hasAny([3].toSet())', 'false'],
      ['[1, 1].hasOnly([1])', 'true'],
      ['[1, 2].concat([2])', '[1, 2, 2]'],
      ['[1, 2, 2].removeAll([2])', '[1]'],
      ["['a', 'b'].join('-')", "'a-b'"],
      ['[1, 2, 1.0].toSet().size()', '2'],
      ['[1, 2].toSet().difference([2].toSet())', 'set(1)'],
      ['[1].toSet().union([2].toSet()).hasOnly([1, 2])', 'true'],
      [
        '[1].toSet().intersection([2])',
        'error: Unsupported operation error. Received: intersection(set, list). Expected: intersection(set, set).',
      ],
      ['[1].toSet() == [1, 1].toSet()', 'true'],
      ["{'b': 1, 'a': 2}.keys()", "['b', 'a']"],
      ["{'a': 1}.values()", '[1]'],
      ["{'a': 1}.size()", '1'],
      ["{'a': 1}.get('b', 7)", '7'],
      [`${d}.get(['nested', 'deep', 'er'], 0)`, '1'],
      [`${d}.get(['int', 'deep'], 'none')`, "'none'"],
      ["{'a': 1, 'b': 2}.diff({'b': 3, 'c': 4}).affectedKeys()", "set('b', 'a', 'c')"],
      ["{'a': 1, 'b': 2}.diff({'b': 2, 'c': 4}).addedKeys()", "set('a')"],
      ["{'a': 1}.diff({'c': 4}).removedKeys()", "set('c')"],
      ["{'a': 1}.diff({'a': 1.0}).unchangedKeys()", "set('a')"],
      ["{'a': 1}.diff({'a': 2}).changedKeys()", "set('a')"],
      ["{'a': 1}.keys().union([].toSet())", 'error: Function not found error: Name: [union].'],
      ["{1: 'a'}", 'error: Unsupported operation error. The keys of a map are strings.'],
    ],
  ],
  [
    'paths',
    [
      ['request.path', '/databases/(default)/documents/probe/x'],
      ['request.path[4]', "'x'"],
      ["resource['__name__'][4]", "'x'"],
      ['resource.id', "'x'"],
      ["path('/a/{b}').bind({'b': 'c'})", '/a/c'],
      ['/a/$(1)/b', 'error: Unsupported operation error. A path segment is a string.'],
      ['/a/$(null)', 'error: Null value error.'],
    ],
  ],
  [
    'times',
    [
      [`${d}.at.year()`, '2024'],
      [`${d}.at.month()`, '2'],
      [`${d}.at.day()`, '29'],
      [`${d}.at.hours()`, '12'],
      [`${d}.at.minutes()`, '24'],
      [`${d}.at.seconds()`, '5'],
      [`${d}.at.nanos()`, '123456000'],
      [`${d}.at.dayOfWeek()`, '4'],
      [`${d}.at.dayOfYear()`, '60'],
      [`${d}.at.date()`, 'timestamp(2024-02-29T00:00:00Z)'],
      [`${d}.at.time().seconds()`, '44645'],
      [`${d}.at.toMillis()`, '1709209445123'],
    ],
  ],
  [
    'the caller',
    [
      ['request.auth.uid', "'alice'"],
      ['request.auth.token.age', '30'],
      ["request.auth.token['a.b']", 'true'],
      ['request.method', "'get'"],
      ['request.resource', 'null'],
    ],
  ],
] as const)('%s', (_topic, rows) => {
  test.each(rows as readonly (readonly [string, string])[])('%s is %s', (expression, expected) => {
    expect(valueOf(expression)).toBe(expected);
  });
});

test('a printed value has a bounded length', () => {
  expect(print('x'.repeat(10_000)).length).toBeLessThan(400);
  expect(print(Array.from({ length: 10_000 }, () => 'x'.repeat(1000))).length).toBeLessThan(400);
});
