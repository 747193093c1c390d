import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change by staff, after which every list of theirs is read again, also when it was refused: colleagues may have been first. */
export function useOfficeChange<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['superadmin'] }) });
}
