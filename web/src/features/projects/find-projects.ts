import { type OfficeProject, type OfficeUser, type Pagination } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

export interface FoundProject {
  id: string;
  name: string;
  /** Whose it is, for staff. */
  owner: string | null;
}

/** Accounts whose projects are listed for a name that several people have. */
const accountsAtMost = 3;
const onPage = 20;

/**
 * Projects of all accounts, for staff: the newest, or those found by their name or id, or by the
 * name or mail of someone of their account.
 */
export function useProjectsOfAll(search: string, enabled: boolean) {
  return useQuery({
    queryKey: ['superadmin', 'projects', 'found', search],
    queryFn: async ({ signal }) => {
      const rows = (await Promise.all([listOf({ search }, signal), search === '' ? [] : ownedBy(search, signal)])).flat();
      return [...new Map(rows.map(({ id, name, user }): [string, FoundProject] => [id, { id, name, owner: user.name || null }])).values()];
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}

async function listOf(query: { search?: string; tenantId?: string }, signal: AbortSignal): Promise<OfficeProject[]> {
  const answer = await api.get<{ data: OfficeProject[]; pagination: Pagination }>('/superadmin/projects', {
    query: { ...query, page: 1, limit: onPage },
    signal,
  });
  return answer.data;
}

async function ownedBy(search: string, signal: AbortSignal): Promise<OfficeProject[]> {
  const query = { search, page: 1, limit: onPage };
  const { data } = await api.get<{ data: OfficeUser[] }>('/superadmin/users', { query, signal });
  const tenants = [...new Set(data.flatMap(({ tenantId }) => tenantId ?? []))].slice(0, accountsAtMost);
  return (await Promise.all(tenants.map((tenantId) => listOf({ tenantId }, signal)))).flat();
}
