import type { ValueType } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { readConditions, whereOf } from './conditions.ts';
import { conditionOnValue, type FieldCondition, literalOf, typedText } from './field-condition.ts';

const list: FieldCondition[] = [
  { field: 'status', operator: 'is', values: ['open'] },
  { field: 'a=b', operator: 'isNot', values: ['"5"'] },
  { field: 'price', operator: 'between', values: ['1', '9.5'] },
  { field: 'limit', operator: 'oneOf', values: ['a', '"b|c"', '5'] },
  { field: 'title', operator: 'contains', values: ['50 %'] },
  { field: 'note', operator: 'missing', values: [] },
  { field: 'note', operator: 'present', values: [] },
  { field: 'at', operator: 'above', values: ['2026-01-01'] },
  { field: 'at', operator: 'atMost', values: ['"a, (b) & c"'] },
  { field: 'place', operator: 'near', values: ['52.52,-13.405', '0.5'] },
];

test.each([false, true])('conditions come out of their text as they went in, with any of them enough: %s', (isAny) => {
  expect(readConditions(whereOf({ isAny, list, others: [] }))).toEqual({ isAny, list, others: [] });
});

test('the text is a query string of the data API', () => {
  expect(whereOf({ isAny: false, list: list.slice(0, 4), others: ['or=(a=1,b=2)'] })).toBe(
    'status=open&filter[a=b]!="5"&price>=1%26<=9.5&filter[limit]=a|"b|c"|5&or=(a=1,b=2)',
  );
  expect(whereOf({ isAny: true, list: [list[0], list[2]] as FieldCondition[], others: [] })).toBe(
    'or=(status=open,and(price>=1,price<=9.5))',
  );
});

test('a distance is asked beside alternatives', () => {
  const near: FieldCondition = { field: 'place', operator: 'near', values: ['1,2', '5'] };
  expect(whereOf({ isAny: true, list: [near, ...list.slice(0, 2)], others: [] })).toBe(
    'or=(status=open,filter[a=b]!="5")&near=place(1,2,5km)',
  );
  expect(whereOf({ isAny: true, list: [near, ...list.slice(0, 1)], others: [] })).toBe('near=place(1,2,5km)&status=open');
  // In other units or without a name it stays as it is spelt.
  expect(readConditions('near=1,2,5km&near=place(1,2,3mi)').others).toEqual(['near=1,2,5km', 'near=place(1,2,3mi)']);
});

test.each(['or=(a=1,and(b=2,or(c=3,d=4)))&x=1', 'a!=1|2', 'a>1%26<5'])('%s stays as it is spelt', (where) => {
  const read = readConditions(where);
  expect(read.others).toHaveLength(1);
  expect(readConditions(whereOf(read))).toEqual(read);
});

test.each([
  ['open', 'open'],
  ['null', '"null"'],
  ['', '""'],
  ['a|b', '"a|b"'],
  ['=x', '"=x"'],
  ['"5"', '"5"'],
  // A number or a date cannot be this: the API says so, and finds nothing for quotes.
  ['1,5', '1,5'],
  ['5" (new)', '5" (new)'],
  [' 5', ' 5'],
])('what is typed as %s is the literal %s, and is shown so again', (typed, literal) => {
  expect(literalOf(typed)).toBe(literal);
  expect(typedText(literal)).toBe(typed);
});

test('whatever is typed comes back out of a link, beside others and as one of several', () => {
  const marks = ['"', '\\', '|', ',', '(', ')', ';', '&', '=', '<', '~', ' ', 'a', '5', 'and(', '"x"'];
  const typed = marks.flatMap((one) => marks.flatMap((two) => ['a', '"', ','].map((three) => one + two + three)));
  for (const text of typed) {
    const list: FieldCondition[] = [
      { field: 'a(b', operator: 'is', values: [literalOf(text)] },
      { field: 'c', operator: 'contains', values: [literalOf(text)] },
    ];
    for (const isAny of [true, false]) expect(readConditions(whereOf({ isAny, list, others: [] }))).toEqual({ isAny, list, others: [] });
  }
});

test.each<[value: unknown, operator: string, values: string[], type?: ValueType['type']]>([
  ['Tea', 'is', ['Tea']],
  ['5', 'is', ['"5"']],
  [5, 'is', ['5']],
  [true, 'is', ['true']],
  ['2026-01-02T00:00:00.000Z', 'is', ['2026-01-02T00:00:00.000Z']],
  [null, 'missing', []],
  ['12.50', 'is', ['12.50'], 'decimal'],
  ['9007199254740993', 'is', ['9007199254740993'], 'integer'],
  ['2026-01-02T00:00:00+02:00', 'is', ['2026-01-02T00:00:00+02:00'], 'dateTime'],
  ['5', 'is', ['5'], 'text'],
  ['5', 'is', ['"5"'], 'number'],
  ['true', 'is', ['"true"'], 'boolean'],
  ['soon', 'is', ['"soon"'], 'date'],
])('the value %j of a cell is asked for as that value alone', (value, operator, values, type) => {
  expect(conditionOnValue({ field: 'f', value, type: type && { type } }, true)).toEqual({ field: 'f', operator, values });
});

test('a list and an object are no value to ask for', () => {
  expect(conditionOnValue({ field: 'f', value: [1], type: undefined }, true)).toBeNull();
});
