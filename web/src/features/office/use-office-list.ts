import { limits } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PagedList } from '../../components/paged-table.tsx';
import { api } from '../../lib/api.ts';

/** A page of one of the staff's lists. What is shown is in the address, so that it can be linked and survives a reload. */
export function useOfficeList<T extends { id: string }>(path: string, prefix = '') {
  const [params, setParams] = useSearchParams();
  const name = (key: string) => (prefix ? `${prefix}-${key}` : key);
  const page = Math.max(1, Number(params.get(name('page'))) || 1);
  const view = {
    search: params.get(name('search')) ?? '',
    tenantId: params.get('tenantId') ?? '',
    sortOrder: orderOf(params.get(name('sort'))),
  };
  // The last row of each page that was seen: the next page begins after it, which spares the server counting up to it.
  const [lastIds] = useState(() => new Map<string, string>());
  const pageKey = (number: number) => JSON.stringify([view, number]);
  const list = useQuery({
    queryKey: ['superadmin', path, view, page],
    queryFn: async ({ signal }) => {
      const query = { ...view, page, limit: limits.listLimitDefault, after: lastIds.get(pageKey(page - 1)) };
      const answer = await api.get<PagedList<T>>(`/superadmin/${path}`, { query, signal });
      const last = answer.data.at(-1);
      if (last) lastIds.set(pageKey(page), last.id);
      return answer;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const change = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(changes)) {
          if (value) next.set(key, value);
          else next.delete(key);
        }
        return next;
      },
      { replace: true },
    );
  return {
    list,
    page,
    ...view,
    onPage: (next: number) => change({ [name('page')]: next > 1 ? String(next) : null }),
    onSearch: (search: string) => change({ [name('search')]: search, [name('page')]: null }),
    onSort: (order: 'ASC' | 'DESC') => change({ [name('sort')]: order === 'ASC' ? 'ASC' : null, [name('page')]: null }),
    onTenant: (tenantId: string | null) => change({ tenantId, [name('page')]: null }),
  };
}

function orderOf(text: string | null): 'ASC' | 'DESC' {
  return text === 'ASC' ? 'ASC' : 'DESC';
}
