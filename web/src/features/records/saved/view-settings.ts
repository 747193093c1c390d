import type { ViewSettings } from '@bedplate/contract';
import { addressOf, type Columns } from '../queries/view-address.ts';
import type { View } from '../queries/view.ts';

/** @returns what is kept of a view: all but its page */
export function settingsOf(shown: View, { hidden, order }: Columns): ViewSettings {
  const { page: _page, ...view } = shown;
  return { ...view, limit: view.limit as ViewSettings['limit'], hidden: [...hidden], order: [...order] }; // a view has one of the sizes
}

/** @returns the first page of a saved view, and its columns */
export function opened({ hidden, order, ...view }: ViewSettings): { view: View; columns: Columns } {
  return { view: { ...view, page: 1 }, columns: { hidden, order } };
}

export function isSame(a: ViewSettings, b: ViewSettings): boolean {
  return textOf(a) === textOf(b);
}

/** @returns the address that shows the view to every member @param page the address of the data view */
export function linkTo(settings: ViewSettings, page: string): string {
  return `${page}?${textOf(settings)}`;
}

function textOf(settings: ViewSettings): string {
  const { view, columns } = opened(settings);
  return addressOf(view, columns, new URLSearchParams()).toString();
}
