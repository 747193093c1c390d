import { limits, officeLimits } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PagedList } from '../../../components/paged-table.tsx';
import { api } from '../../../lib/api/client.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { pageOf } from '../../../lib/use-address-page.ts';

type Order = 'ASC' | 'DESC';

/** Where a page begins: after this row, the last one of that page. */
interface Start {
  after: string;
  afterPage: number;
}

/**
 * Rows that the server skips at most; a page farther from any known one is reached step by step.
 */
const farthest = officeLimits.skippedRows / limits.listLimitDefault;

/**
 * A page of one of the staff's lists. What is shown is in the address, so that it can be linked and
 * survives a reload.
 */
export function useOfficeList<T extends { id: string }>(path: string, prefix = '') {
  const { get, change } = useAddress();
  const key = (name: 'page' | 'after' | 'search' | 'sort') => (prefix ? `${prefix}-${name}` : name);
  const sortOrder: Order = get(key('sort')) === 'ASC' ? 'ASC' : 'DESC';
  const view = { search: get(key('search')), tenantId: get('tenantId'), sortOrder };
  // The last row of each page that was seen: later pages begin after one of them, which spares the
  // server counting up to it.
  const [lastIds] = useState(() => new Map<string, Map<number, string>>());
  const name = JSON.stringify(view);
  const seen = lastIds.get(name) ?? new Map<number, string>();
  lastIds.set(name, seen);
  const asked = pageOf(get(key('page')));
  const linked = get(key('after')) ? { after: get(key('after')), afterPage: asked - 1 } : null;
  const start = startOf(seen, asked) ?? linked;
  const page = start || asked <= farthest ? asked : 1;
  const list = useQuery({
    queryKey: ['superadmin', path, view, page],
    queryFn: async ({ signal }) => {
      const query = { ...view, page, limit: limits.listLimitDefault, ...start };
      const answer = await api.get<PagedList<T>>(`/superadmin/${path}`, { query, signal });
      const last = answer.data.at(-1);
      if (last) seen.set(page, last.id);
      return answer;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const narrow = (changes: Record<string, string | null>) => change({ ...changes, [key('page')]: null, [key('after')]: null });
  return {
    list,
    page,
    ...view,
    /** All that the list shows, as a file. */
    fetchFile: () => api.file(`/superadmin/csv/${path}`, { query: view, timeout: 120_000 }),
    onPage: (next: number) =>
      change({ [key('page')]: next > 1 ? String(next) : null, [key('after')]: next > 1 ? (seen.get(next - 1) ?? null) : null }),
    onSearch: (search: string) => narrow({ [key('search')]: search }),
    onSort: (order: Order) => narrow({ [key('sort')]: order === 'ASC' ? 'ASC' : null }),
    onTenant: (tenantId: string | null) => narrow({ tenantId }),
  };
}

function startOf(seen: ReadonlyMap<number, string>, page: number): Start | null {
  const known = [...seen.keys()].filter((number) => number < page);
  const afterPage = Math.max(0, ...known);
  const after = seen.get(afterPage);
  return after && page - 1 - afterPage <= farthest ? { after, afterPage } : null;
}
