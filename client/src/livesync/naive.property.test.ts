import type { Json } from '@bedplate/contract/values/json';
import type { ValueType } from '@bedplate/contract/values/scalar';
import { expect, test } from 'vitest';
import { holds } from '@bedplate/functions/test/naive-values.ts';
import { numbers } from '@bedplate/functions/test/numbers.ts';
import { matches, refuseByTypes } from './filter.ts';

const runs = Number(process.env.BEDPLATE_QUERIES ?? 20_000);
const seed = Number(process.env.BEDPLATE_SEED ?? 11);
const random = numbers(seed);

const types: Readonly<Record<string, ValueType>> = {
  price: { type: 'decimal' },
  count: { type: 'integer' },
  size: { type: 'number' },
  on: { type: 'boolean' },
  day: { type: 'date' },
  at: { type: 'dateTime' },
  local: { type: 'dateTime', zone: 'America/New_York' },
  name: { type: 'text' },
  kind: { type: 'enum' },
  mail: { type: 'email' },
  numbers: { type: 'list', of: 'decimal' },
  days: { type: 'list', of: 'date' },
  times: { type: 'list', of: 'dateTime' },
  flags: { type: 'list', of: 'boolean' },
  any: { type: 'json' },
};
const names = [...Object.keys(types), 'plain', 'plain', 'plain'];

const spellings = [
  '',
  'null',
  'Null',
  'true',
  'TRUE',
  'false',
  'False',
  'open',
  'Open',
  'é',
  'e\u0301',
  'straße',
  'STRASSE',
  'ﬁ',
  'İ',
  'ı',
  '５',
  '5',
  '5.0',
  '05',
  '007',
  '7',
  '1.10',
  '1.1',
  '-0',
  '0',
  '0.0',
  '+5',
  '.5',
  '5.',
  '1e3',
  '1000',
  '1e-3',
  '0.001',
  '1e400',
  '1e21',
  '1e+21',
  '9007199254740993',
  '9007199254740992',
  '9007199254740992.5',
  '-9007199254740993',
  '0.1',
  '0.10000000000000001',
  '0.1234567890123456789',
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  '1,5',
  '5 ',
  ' 5',
  '5\n',
  '"5"',
  '"',
  '\\',
  'a|b',
  'a&b',
  '<5',
  '>=5',
  '=5',
  '!5',
  '~',
  '\uffff',
  '\u{10ffff}',
  '2026-03-29',
  '2026-03-28',
  '2024-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-3-29',
  '0001-01-01',
  '9999-12-31',
  '2026-03-28T23:30:00Z',
  '2026-03-29T01:30:00+02:00',
  '2026-03-28T23:59:59.999999Z',
  '2026-03-28T23:30:00.000001Z',
  '2026-03-29T24:00:00Z',
  '2026-03-29T00:00Z',
  '2026-03-28T12:00:00-00:00',
  'soon',
  'x'.repeat(127),
  'x'.repeat(128),
  'x'.repeat(129),
  '\u0000x',
  ' x',
  '\u00a0',
];
const stored: readonly Json[] = [
  ...spellings,
  null,
  true,
  false,
  0,
  -0,
  5,
  7,
  1.1,
  0.1,
  -3,
  0.001,
  1000,
  1e21,
  1e-7,
  5e-324,
  1e308,
  9007199254740992,
  [],
  ['5', 5],
  [5],
  ['x', null, true],
  ['1.10', '1.1'],
  [['5']],
  ['2026-03-29'],
  ['2026-03-28T23:30:00Z'],
  [false, 'false'],
  {},
  { a: '5' },
  [{ a: 5 }],
];
const operators = ['eq', 'in', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'text'] as const;
const signs = { eq: '=', in: '=', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=', contains: '~', text: '=' } as const;

/** Of the values that JavaScript has these are spelt as JSON spells them; a text that begins like an operator, and the text null, is a text. */
function spelt(value: Json | Date, isText: boolean) {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return { text, quoted: isText || (typeof value === 'string' && /^["=<>~!]|^null$/.test(value)) };
}

test(`${runs} conditions on mixed values hold as docs/values.md says`, { timeout: Math.max(120_000, runs) }, () => {
  let [found, refused] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const field = pick(names);
    const value = pick<Json | undefined>([...stored, undefined]);
    const operator = pick(operators);
    const isOne = /^[gl]t/.test(operator) || operator === 'eq' || random() < 0.4;
    const wanted = Array.from({ length: isOne ? 1 : 1 + Math.floor(random() * 3) }, () => someWanted(operator));
    const where = { [field]: { [operator]: isOne && operator !== 'in' ? wanted[0] : wanted } };
    const record = value === undefined ? {} : { [field]: value };
    const expected =
      holds(value, {
        operator: signs[operator],
        spellings: wanted.map((one) => spelt(one, operator === 'text')),
        meaning: types[field],
        zone: undefined,
      }) ?? 'refused';
    const got = followed(record, where);
    expect({ seed, run, where, record, got }).toEqual({ seed, run, where, record, got: expected });
    if (got === 'refused') refused += 1;
    else if (got) found += 1;
  }
  expect(found).toBeGreaterThan(runs / 20);
  expect(refused).toBeGreaterThan(runs / 100);
});

function someWanted(operator: (typeof operators)[number]): Json | Date {
  if (operator === 'contains' || operator === 'text') return pick(spellings.filter((text) => text !== '' || operator === 'text'));
  const value = pick<Json | Date>([
    ...spellings,
    ...spellings,
    true,
    false,
    0,
    -0,
    5,
    0.1,
    1e21,
    9007199254740992,
    new Date('2026-03-28T23:30:00Z'),
  ]);
  if (/^[gl]t/.test(operator)) return value === '' ? '5' : value;
  return random() < 0.05 ? null : value;
}

function followed(record: object, where: Record<string, unknown>): boolean | 'refused' {
  try {
    refuseByTypes({ where }, types);
  } catch {
    return 'refused';
  }
  return matches(record, where, types);
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T; // the list is not empty
}
