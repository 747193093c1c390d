import { type Column, type ColumnType, columnTypes } from './columns.ts';

/** A type, or a way to read the cells that they do not tell themselves. */
export type Choice = ColumnType | 'comma' | 'dmy' | 'mdy';

export function choiceOf({ type, forms }: Column): Choice {
  return forms?.decimalComma ? 'comma' : (forms?.dateOrder ?? type);
}

/** @param mayDeclare whether the column's field may be declared as one of decimals */
export function choicesOf(
  { unsure, type, declared }: Column,
  { hasTypes, mayDeclare }: { hasTypes: boolean; mayDeclare: boolean },
): Choice[] {
  const types = columnTypes.filter((known) => known !== 'decimal' || mayDeclare || type === 'decimal');
  const ways: Choice[] = unsure === undefined ? [] : unsure === 'dates' ? ['dmy', 'mdy'] : [unsure];
  return [...(hasTypes ? (['keep'] as const) : []), ...(declared && !hasTypes ? (['declared'] as const) : []), ...types, ...ways];
}

export function chosen(column: Column, choice: Choice): Column {
  if (choice === 'comma')
    return { ...column, type: column.declared ? 'declared' : (column.meant ?? 'number'), forms: { decimalComma: true } };
  if (choice === 'dmy' || choice === 'mdy') return { ...column, type: column.declared ? 'declared' : 'text', forms: { dateOrder: choice } };
  return { ...column, type: choice, forms: undefined };
}
