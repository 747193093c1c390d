import type { ApiUsage } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import type { LiveQuery } from '../../lib/live/live-registry.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { useSignedIn } from '../../lib/session/session.ts';

const usageKey = ['apiUsage'] as const;

/** The account's API credits of this month, and its plan. */
export function useApiUsage() {
  return useQuery({
    queryKey: usageKey,
    queryFn: ({ signal }) => api.get<{ data: ApiUsage }>('/apiUsage', { signal }),
    select: (answer) => answer.data,
    refetchInterval: 300_000, // for the month that begins while nobody calls
  });
}

/**
 * Meter, plan and limits follow every change, whoever makes it: of the account, and of the month's
 * counters.
 * @param month yyyymm
 */
export function useLiveUsage(month: string | undefined) {
  const { tenantId } = useSignedIn();
  useLiveInvalidation(tenantId && month ? countersOf(tenantId, month) : null, usageKey);
  useLiveInvalidation(tenantId ? { path: `tenants/${tenantId}` } : null, usageKey);
}

/** Bought credits that this month has. */
export function useBoughtCredits() {
  return useQuery({
    queryKey: [...usageKey, 'bought'],
    queryFn: ({ signal }) => api.get<{ data: number }>('/apiUsage/user/total-usage', { signal }),
    select: (answer) => answer.data,
  });
}

function countersOf(tenantId: string, month: string): LiveQuery {
  return {
    path: 'usage',
    where: [
      ['tenantId', tenantId],
      ['month', month],
    ],
  };
}
