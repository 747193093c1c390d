import type { ProjectCapsChange, ProjectCapsState } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import type { Answer } from '../../texts/index.ts';

const path = (projectId: string) => `/project/${encodeURIComponent(projectId)}/caps`;
const key = (projectId: string) => ['caps', projectId] as const;

export function useProjectCaps(projectId: string) {
  return useQuery({
    queryKey: key(projectId),
    queryFn: ({ signal }) => api.get<{ data: ProjectCapsState }>(path(projectId), { signal }),
    select: (answer) => answer.data,
  });
}

export function useSaveProjectCaps(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (caps: ProjectCapsChange) => api.put<Answer & { data: ProjectCapsState }>(path(projectId), caps),
    onSuccess: (answer) => client.setQueryData(key(projectId), { data: answer.data }),
  });
}
