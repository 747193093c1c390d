import { compareTexts } from '@bedplate/contract';
import { shownFields } from '../model/present.ts';
import type { ListQuery } from './list-query.ts';
import type { Order } from './order.ts';
import { scoreOf } from './rank.ts';
import type { Rank } from './searched-words.ts';

/** The best first; what is equally good is newest first. */
export function rankOrder(rank: Rank, { search = '', sort, bound }: Pick<ListQuery, 'search' | 'sort' | 'bound'>): Order {
  const order: Omit<Order, 'along'> = {
    select: shownFields,
    positionOf: ({ id, fields }) => ({ value: scoreOf(fields, { search, rank, hidden: bound?.unknown }), id }),
    compare: (a, b) => Number(b.value) - Number(a.value) || compareTexts(a.id, b.id),
  };
  return { ...order, along: { ...order, sort } };
}
