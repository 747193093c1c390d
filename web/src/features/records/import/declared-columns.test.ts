import { expect, test } from 'vitest';
import { guessColumns } from './columns.ts';
import { convertRow } from './convert-row.ts';
import { declaredColumns } from './declared-columns.ts';
import type { SourceRow } from './source-row.ts';

// fields.md §8: a column is one type
test('cells of declared fields are sent as they are spelt, and those of others as they are guessed', () => {
  const value = { price: '1.10', code: '7', stock: '12345678901234567890', day: '2026-01-02', n: '5', flag: 'TRUE' };
  const rows: SourceRow[] = [{ row: 1, value }];
  const guessed = guessColumns(rows, 'csv', { known: ['price', 'code', 'stock', 'day', 'n', 'flag'] });
  const columns = declaredColumns(guessed, {
    price: { type: 'decimal' },
    code: { type: 'text' },
    stock: { type: 'integer' },
    day: { type: 'date' },
    n: { type: 'number' },
  });
  const bySource = new Map(columns.map((column) => [column.source, column]));
  expect(rows.map((row) => convertRow(row, bySource))).toEqual([{ value: { ...value, n: 5, flag: true } }]);
  expect(declaredColumns(guessColumns(rows, 'json', { known: [] }), { price: { type: 'decimal' } }).map(({ type }) => type)).not.toContain(
    'text',
  );
});
