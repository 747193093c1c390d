import type { SchemaField } from '@bedplate/contract';
import { expect, test } from 'vitest';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { choiceOf, choicesOf, chosen } from './column-choice.ts';
import { type Column, columnProblems, guessColumns } from './columns.ts';
import { convertRow } from './convert-row.ts';
import { declaredColumns, isOpen, sentTo } from './declared-columns.ts';
import type { SourceRow } from './source-row.ts';
import '../../../texts/import.ts';

const fields: DeclaredFields = {
  price: { type: 'decimal' },
  code: { type: 'text' },
  stock: { type: 'integer' },
  day: { type: 'date' },
  n: { type: 'number' },
  flag: { type: 'boolean' },
  tags: { type: 'list', of: 'number' },
  at: { type: 'geo' },
  when: { type: 'dateTime' },
};
const columnsOf = (value: Record<string, string>, declared = fields) =>
  declaredColumns(guessColumns([{ row: 1, value }], 'csv', { known: Object.keys(declared) }), declared);
const sent = (value: Record<string, string>, columns: readonly Column[] = columnsOf(value)) => {
  const row: SourceRow = { row: 1, value };
  return convertRow(row, new Map(columns.map((column) => [column.source, column])));
};

// fields.md §8: a column is one type
test('cells of declared fields are read by the declaration, and those of others as they are guessed', () => {
  const value = { price: '1.10', code: '7', stock: '12345678901234567890', day: '2026-01-02', n: '007', flag: 'yes' };
  const rest = { tags: '1;2', at: '52.5,13.4', when: '1774744200000', other: '5' };
  expect(sent({ ...value, ...rest })).toEqual({
    value: {
      ...value,
      n: 7,
      flag: true,
      tags: [1, 2],
      at: { lat: 52.5, lng: 13.4 },
      when: '2026-03-29T00:30:00.000Z',
      other: 5,
    },
  });
  expect(declaredColumns(guessColumns([{ row: 1, value }], 'json', { known: [] }), fields).map(({ type }) => type)).not.toContain(
    'declared',
  );
});

test('a cell that does not fit goes as it stands, for the server to refuse; empty ones are nothing, but of texts', () => {
  expect(sent({ n: 'n/a', flag: 'maybe', price: '', code: '' })).toEqual({ value: { n: 'n/a', flag: 'maybe', code: '' } });
});

test('1,5 is asked about where the field holds numbers, and read by the declaration then', () => {
  const [column, code] = columnsOf({ price: '1,5', code: '1,5' }) as [Column, Column]; // one for each cell
  expect([isOpen(column), isOpen(code)]).toEqual([true, false]);
  expect(sent({ price: '1,5' }, [chosen(column, 'comma')])).toEqual({ value: { price: '1.5' } });
  expect(sent({ price: '1,50' }, [chosen(chosen(column, 'comma'), 'declared')])).toEqual({ value: { price: '1,50' } });
  const [day] = columnsOf({ day: '03/04/2026' }) as [Column];
  expect(sent({ day: '03/04/2026' }, [chosen(day, 'dmy')])).toEqual({ value: { day: '2026-04-03' } });
});

test('1,5 among numbers with a point is asked about where the field holds numbers, and 1.500 is none until then', () => {
  const rows = ['1.500', '1,5', '1.5'].map((price, at) => ({ row: at + 1, value: { price } }));
  const columns = (declared: DeclaredFields) => declaredColumns(guessColumns(rows, 'csv', { known: ['price'] }), declared);
  const [column, undeclared] = [...columns(fields), ...columns({})] as [Column, Column];
  const read = (one: Column) => rows.map(({ value }) => sent(value, [one]));
  expect([isOpen(column), isOpen(undeclared)]).toEqual([true, false]);
  expect(choicesOf(column, { hasTypes: false, mayDeclare: false })).toContain('comma');
  expect(read(column)).toEqual([
    { problem: expect.objectContaining({ row: 1, field: 'price' }) },
    { value: { price: '1,5' } },
    { value: { price: '1.5' } },
  ]);
  expect(read(chosen(column, 'comma'))).toEqual([{ value: { price: '1500' } }, { value: { price: '1.5' } }, { value: { price: '1.5' } }]);
});

test('what the server computes is left out, and refused where it is chosen all the same', () => {
  const [no, n] = columnsOf({ no: '7', n: '1' }, { ...fields, no: { type: 'integer', computed: 'counter' } }) as [Column, Column];
  expect([no.isIncluded, n.isIncluded]).toEqual([false, true]);
  expect([...columnProblems([{ ...no, isIncluded: true }, n]).keys()]).toEqual(['no']);
  expect(columnProblems([no, n]).size).toBe(0);
  const rows: SourceRow[] = [{ row: 1, value: { no: '7', n: 1 } }];
  const json = declaredColumns(guessColumns(rows, 'json', { known: [] }), { ...fields, no: { type: 'integer', computed: 'counter' } });
  expect(json.map(({ type, isIncluded }) => [type, isIncluded])).toEqual([
    ['keep', false],
    ['keep', true],
  ]);
});

test('a column that is sent to another field is read by the declaration of that one', () => {
  const [column] = columnsOf({ cost: '1.10' }) as [Column];
  expect([choiceOf(column), choicesOf(column, { hasTypes: false, mayDeclare: false })[0]]).toEqual(['number', 'text']);
  const moved = sentTo(column, 'price', fields);
  expect([choiceOf(moved), sent({ cost: '1.10' }, [moved])]).toEqual(['declared', { value: { price: '1.10' } }]);
  expect(choicesOf(moved, { hasTypes: false, mayDeclare: false })[0]).toBe('declared');
  expect(choiceOf(sentTo(moved, 'prices', fields))).toBe('number');
  const texts = chosen(moved, 'text');
  expect(choiceOf(sentTo({ ...texts, declared: fields.price as SchemaField }, 'price', fields))).toBe('text'); // the person's choice stays
});
