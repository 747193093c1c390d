import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { conditionsOf, pageRows } from './list-page.ts';
import type { OfficeList, OfficeQuery } from './office-list.ts';
import { searchWalk } from './search-page.ts';

/** Rows in memory at a time. */
const stretch = 200;

/** Every row of a list as its search, account and order show it, in stretches. One read per row, and one per account or project named. */
export async function* walkList<D extends object, R extends { id: string }>(
  services: Services,
  { caller, list, query }: { caller: Caller; list: OfficeList<D, R>; query: Pick<OfficeQuery, 'search' | 'tenantId' | 'sortOrder'> },
): AsyncGenerator<R[]> {
  const where = conditionsOf(services, list, query);
  const whole = { ...query, page: 1, limit: stretch };
  if (query.search) {
    for await (const rows of searchWalk(services, { list, where, query: whole })) yield list.show(services, rows, caller);
    return;
  }
  let after: string | undefined;
  for (;;) {
    const rows = await pageRows<D>(services, { list, where, query: { ...whole, after, afterPage: 0 } });
    yield await list.show(services, rows, caller);
    if (rows.length < stretch) return;
    after = rows.at(-1)?.id;
  }
}
