import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * A change by a form, after which the lists under `queryKey` are read again. The form closes once the
 * change is saved: it would stay open for as long as a list takes, with a button that seems to work.
 */
export function useSaving<In, Out>(queryKey: QueryKey, mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey }) });
}
