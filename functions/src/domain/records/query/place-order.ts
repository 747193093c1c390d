import { compareTexts, metresBetween, placeOf } from '@bedplate/contract';
import { valueAt } from '../model/field-path.ts';
import { shownFields } from '../model/present.ts';
import type { ReadFilter } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import type { Order } from './order.ts';

/** The nearest first; what is equally far is newest first. */
export function placeOrder({ path, around }: ReadFilter, { sort }: Pick<ListQuery, 'sort'>): Order {
  const order: Omit<Order, 'along'> = {
    select: shownFields,
    positionOf: ({ id, fields }) => {
      const place = placeOf(valueAt(fields, path));
      return { value: place && around ? metresBetween(place, around) : null, id };
    },
    compare: (a, b) => Number(a.value) - Number(b.value) || compareTexts(a.id, b.id),
  };
  return { ...order, along: { ...order, sort } };
}
