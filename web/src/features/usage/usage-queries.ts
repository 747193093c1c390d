import type { ApiUsage } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const usageKey = ['apiUsage'] as const;

/** The account's API credits of this month, and its plan. */
export function useApiUsage() {
  return useQuery({
    queryKey: usageKey,
    queryFn: ({ signal }) => api.get<{ data: ApiUsage }>('/apiUsage', { signal }),
    select: (answer) => answer.data,
    refetchInterval: 30_000, // browsers may not listen to the counters
  });
}

/** Bought credits that this month has. */
export function useBoughtCredits() {
  return useQuery({
    queryKey: [...usageKey, 'bought'],
    queryFn: ({ signal }) => api.get<{ data: number }>('/apiUsage/user/total-usage', { signal }),
    select: (answer) => answer.data,
  });
}
