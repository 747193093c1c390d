import type { Services } from '../../../services/services.ts';
import { recountTotals } from './kept-total.ts';
import { officeLists } from './office-lists.ts';
import { conditionsOf, listTotal } from './list-page.ts';
import type { OfficeList } from './office-list.ts';

/** Every total anew, also of lists that nobody has opened yet: then the first to open one does not pay for counting it. Run every night. */
export async function countLists(services: Services): Promise<void> {
  await recountTotals(services);
  const lists: readonly Pick<OfficeList, 'from' | 'order' | 'ofTenants' | 'where' | 'total'>[] = Object.values(officeLists);
  for (const list of lists) await listTotal(services, list, conditionsOf(services, list, {}));
}
