import { limits, pageSizes } from '@bedplate/contract';
import { dayRangeOf } from '../../../lib/time/day-range.ts';
import { isoDay } from '../../../lib/time/days.ts';
import { pageOf } from '../../../lib/use-address-page.ts';
import type { ColumnLayout } from '../columns/column-layout.ts';
import { firstView, type View } from './view.ts';

export type Columns = Pick<ColumnLayout, 'order' | 'hidden'>;

/** Characters that the server takes. */
const longestWhere = 2 * limits.orLength;
const keys = ['search', 'where', 'from', 'to', 'sort', 'desc', 'size', 'page', 'deleted', 'hide', 'order'] as const;

/** @returns the view that an address names; what it names wrongly is as in the first view */
export function viewOf(address: URLSearchParams): View {
  const text = (key: (typeof keys)[number]) => address.get(key) ?? '';
  const { from, to } = dayRangeOf(text);
  const size = Number(text('size'));
  return {
    search: text('search').slice(0, limits.searchLength).trim(),
    where: text('where').slice(0, longestWhere),
    startDate: from ? isoDay(from) : '',
    endDate: to ? isoDay(to) : '',
    limit: (pageSizes.dataView as readonly number[]).includes(size) ? size : firstView.limit,
    sort: text('sort') ? { field: text('sort').slice(0, limits.fieldNameLength), order: text('desc') === '1' ? 'desc' : 'asc' } : null,
    deleted: text('deleted') === '1',
    page: pageOf(text('page')),
  };
}

/** @returns the columns that an address names, null when it names none */
export function columnsOf(address: URLSearchParams): Columns | null {
  const [hide, order] = [address.get('hide'), address.get('order')];
  return hide === null && order === null ? null : { hidden: namesOf(hide), order: namesOf(order) };
}

/** @returns the address of the view: `before` with its own keys replaced */
export function addressOf(view: View, { hidden, order }: Columns, before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const key of keys) next.delete(key);
  const set = (key: (typeof keys)[number], text: string | number | false | null | undefined) => {
    if (text) next.set(key, String(text));
  };
  set('search', view.search);
  set('where', view.where);
  set('from', view.startDate);
  set('to', view.endDate);
  set('sort', view.sort?.field);
  set('desc', view.sort?.order === 'desc' && 1);
  set('size', view.limit !== firstView.limit && view.limit);
  set('page', view.page > 1 && view.page);
  set('deleted', view.deleted && 1);
  set('hide', textOf(hidden));
  set('order', textOf(order));
  return next;
}

/** A name may hold a comma itself. */
function textOf(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name)).join(',');
}

function namesOf(text: string | null): string[] {
  return (text ?? '').split(',').filter(Boolean).map(decoded);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // somebody shortened the link
  }
}
