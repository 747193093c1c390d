import type { PlatformChange, PlatformSettings, SiteDemoChange } from '@bedplate/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';

interface Answer {
  data: PlatformSettings;
}

/**
 * As stored. Read once: what somebody else changes meanwhile is noticed when these are sent, and
 * must not replace what is being typed.
 */
export function usePlatformSettings() {
  return useQuery({
    queryKey: ['superadmin', 'platform'],
    queryFn: ({ signal }) => api.get<Answer>('/superadmin/platform', { signal }),
    select: ({ data }) => data,
    staleTime: Infinity,
    gcTime: 0,
  });
}

export async function readPlatformSettings(): Promise<PlatformSettings> {
  return (await api.get<Answer>('/superadmin/platform', { fresh: true })).data;
}

export function useChangePlatform() {
  return useMutation({ mutationFn: async (change: PlatformChange) => (await api.put<Answer>('/superadmin/platform', change)).data });
}

export function useChangeDemo() {
  return useMutation({ mutationFn: async (change: SiteDemoChange) => (await api.put<Answer>('/superadmin/platform/demo', change)).data });
}
