import type { OfficeAccount } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';

/** An account as staff see it: suspension, plan, limits. */
export function useAccountOf(tenantId: string) {
  return useQuery({
    queryKey: ['superadmin', 'tenants', tenantId],
    queryFn: ({ signal }) => api.get<{ data: OfficeAccount }>(`/superadmin/tenants/${encodeURIComponent(tenantId)}`, { signal }),
    select: (answer) => answer.data,
  });
}
