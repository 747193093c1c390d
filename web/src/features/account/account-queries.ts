import type { AccountChange, AccountUser, ArchiveSetting } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { renewSession } from '../../lib/session/session.ts';
import type { Answer } from '../../texts/index.ts';
import { signInLiveSoon } from './sign-in.ts';

const accountKey = ['account'] as const;

/** The signed-in person's own user, for an admin with the keys. */
export function useAccount() {
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => api.get<{ data: AccountUser }>('/users/getUser', { signal }),
    select: (answer) => answer.data,
  });
}

export function useUpdateAccount() {
  return useAccountMutation(async (change: AccountChange) => {
    const answer = await api.put<Answer & { accessToken?: string; customToken?: string }>('/users/updateUser', change);
    if (answer.accessToken && answer.customToken) {
      // The name or the session in the token has changed. A reload must find the new one signed in.
      renewSession(answer.accessToken);
      await signInLiveSoon(answer.customToken);
    }
    return answer;
  });
}

/** Says whether archives older than 30 days are deleted for good. */
export function usePurgeArchives() {
  return useAccountMutation((setting: ArchiveSetting) => api.put<Answer>('/users/archive-setting', setting));
}

/** Replaces both keys; the old pair is refused from then on. */
export function useChangeKeys() {
  return useAccountMutation(() => api.post('/authentication/changeUserKeys', {}));
}

function useAccountMutation<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: accountKey }) });
}
