import { type Inbox, type InboxMessage, limits } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOfDay, startOfDay } from 'date-fns';
import { useState } from 'react';
import { api } from '../../lib/api.ts';

export type InboxTab = keyof Inbox['messages'];

export interface InboxView {
  tab: InboxTab;
  page: number;
  from: Date | null;
  to: Date | null;
  search: string;
  sortOrder: 'ASC' | 'DESC';
}

const key = ['superadmin', 'inbox'] as const;

/** A page of the inbox; new messages appear within a minute. The chosen days count whole, in this browser's time. */
export function useInbox({ tab, page, from, to, search, sortOrder }: InboxView) {
  const filter = {
    from: from && startOfDay(from).toISOString(),
    to: to && endOfDay(to).toISOString(),
    search,
    sortOrder,
  };
  const [lastIds] = useState(() => new Map<string, string>());
  const pageKey = (number: number) => JSON.stringify([tab, filter, number]);
  return useQuery({
    queryKey: [...key, tab, filter, page],
    queryFn: async ({ signal }) => {
      const query = { ...filter, page, limit: limits.listLimitDefault, after: lastIds.get(pageKey(page - 1)) };
      const answer = await api.get<{ data: Inbox }>('/feedback', { query, signal });
      const end = answer.data.messages[tab].items.at(-1);
      if (end) lastIds.set(pageKey(page), end.id);
      return answer;
    },
    select: (answer) => answer.data.messages,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 60_000,
  });
}

export function useMarkMessage() {
  return useInboxMutation(({ message, isRead }: { message: InboxMessage; isRead: boolean }) =>
    api.put<{ data: InboxMessage }>(addressOf(message), { isRead }),
  );
}

export function useReply(message: InboxMessage) {
  return useInboxMutation((text: string) => api.post<{ message: string; data: InboxMessage }>(`${addressOf(message)}/reply`, { text }));
}

function addressOf({ type, id }: InboxMessage): string {
  return `/superadmin/messages/${type}/${encodeURIComponent(id)}`;
}

function useInboxMutation<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: key }) });
}
