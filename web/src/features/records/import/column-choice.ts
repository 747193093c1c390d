import { ownZone } from '../../../lib/time/own-zone.ts';
import { type Column, type ColumnType, columnTypes } from './columns.ts';
import { unsureIn } from './declared-columns.ts';

/** A type, or a way to read the cells that they do not tell themselves. */
export type Choice = ColumnType | 'comma' | Order | 'ymdZoned' | `${Order}Zoned`;
type Order = 'dmy' | 'mdy';

export function choiceOf({ type, forms }: Column): Choice {
  if (forms?.zone) return forms.dateOrder ? `${forms.dateOrder}Zoned` : 'ymdZoned';
  return forms?.decimalComma ? 'comma' : (forms?.dateOrder ?? type);
}

/** @param mayDeclare whether the column's field may be declared as one of decimals */
export function choicesOf(column: Column, { hasTypes, mayDeclare }: { hasTypes: boolean; mayDeclare: boolean }): Choice[] {
  const { isZoneless, type, declared } = column;
  const unsure = unsureIn(column);
  const types = columnTypes.filter((known) => known !== 'decimal' || mayDeclare || type === 'decimal');
  const ways: Choice[] = unsure === undefined ? [] : unsure === 'dates' ? ['dmy', 'mdy'] : [unsure];
  const zoned = isZoneless ? zonedWays(ways) : [];
  return [...(hasTypes ? (['keep'] as const) : []), ...(declared && !hasTypes ? (['declared'] as const) : []), ...types, ...ways, ...zoned];
}

/** Times of the zone of the person's own clocks. */
function zonedWays(ways: readonly Choice[]): Choice[] {
  const orders = (['dmy', 'mdy'] as const).filter((order) => ways.includes(order));
  return orders.length > 0 ? orders.map((order) => `${order}Zoned` as const) : ['ymdZoned'];
}

export function chosen(column: Column, choice: Choice): Column {
  if (choice === 'comma')
    return { ...column, type: column.declared ? 'declared' : (column.meant ?? 'number'), forms: { decimalComma: true } };
  const type = column.declared ? 'declared' : 'text';
  if (choice === 'dmy' || choice === 'mdy') return { ...column, type, forms: { dateOrder: choice } };
  if (choice === 'ymdZoned') return { ...column, type, forms: { zone: ownZone() } };
  if (choice === 'dmyZoned' || choice === 'mdyZoned')
    return { ...column, type, forms: { dateOrder: choice === 'dmyZoned' ? 'dmy' : 'mdy', zone: ownZone() } };
  return { ...column, type: choice, forms: undefined };
}
