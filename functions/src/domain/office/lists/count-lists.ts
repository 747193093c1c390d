import type { Services } from '../../../services/services.ts';
import { recountTotals } from './kept-total.ts';
import { officeLists } from './office-lists.ts';
import { conditionsOf, listTotal } from './list-page.ts';
import type { OfficeList } from './office-list.ts';

/** Recounts every total each night, also of unopened lists: the first visitor need not pay for the count. */
export async function countLists(services: Services): Promise<void> {
  await recountTotals(services);
  const lists: readonly Pick<OfficeList, 'from' | 'order' | 'ofTenants' | 'where' | 'total'>[] = Object.values(officeLists);
  for (const list of lists) await listTotal(services, list, conditionsOf(services, list, {}));
}
