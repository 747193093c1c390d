import type { HealthReport } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

const key = ['superadmin', 'health'] as const;
const path = '/superadmin/health';

/** How the platform is; read again every half minute. */
export function useHealth() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<{ data: HealthReport }>(path, { signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

/** Has every part checked now; the page shows what came out. */
export function useCheckNow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<{ data: HealthReport }>(`${path}/check`, {}, { timeout: 45_000 }),
    onSuccess: (answer) => client.setQueryData(key, answer),
  });
}
