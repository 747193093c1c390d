import type { ApiKey, ApiKeyChange, ApiKeyInput } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { useSaving } from '../../lib/use-saving.ts';
import type { Answer } from '../../texts/index.ts';

const keysKey = ['keys'] as const;

/**
 * The account's named keys, newest first, without its pair.
 * @param isAsked false for people who may not read them
 */
export function useNamedKeys(isAsked = true) {
  return useQuery({
    enabled: isAsked,
    queryKey: keysKey,
    queryFn: ({ signal }) => api.get<{ data: ApiKey[] }>('/keys', { signal }),
    select: (answer) => answer.data.filter(({ kind }) => kind === 'scoped'),
    staleTime: 0, // calls and the last use go on
  });
}

/** The answer is the only one that has the key itself. */
export function useAddNamedKey() {
  return useSaving(keysKey, (input: ApiKeyInput) => api.post<{ data: ApiKey & { apiKey: string } }>('/keys', input));
}

/** A change that fails may be of a key that another person has changed or removed. */
export function useChangeNamedKey() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeKey, onSettled: () => client.invalidateQueries({ queryKey: keysKey }) });
}

/** The change of a form, which closes before the list is read. */
export function useSaveNamedKey() {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeKey, onSettled: () => void client.invalidateQueries({ queryKey: keysKey }) });
}

export function useRemoveNamedKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<Answer>(`/keys/${encodeURIComponent(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: keysKey }),
  });
}

function changeKey({ id, change }: { id: string; change: ApiKeyChange }) {
  return api.put<Answer & { data: ApiKey }>(`/keys/${encodeURIComponent(id)}`, change);
}
