import { type Inbox, type InboxKind, type InboxMessage, limits, type MessageChange, type OfficeOwner } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useLiveInvalidation } from '../../../lib/live/use-live.ts';
import { type InboxView, inboxFilter } from './inbox-view.ts';

const key = ['superadmin', 'inbox'] as const;

/** A page of the inbox; new messages and what colleagues do with the newest appear by themselves. */
export function useInbox(view: InboxView) {
  const { tab, page } = view;
  const filter = inboxFilter(view);
  const [lastIds] = useState(() => new Map<string, string>());
  const pageKey = (number: number) => JSON.stringify([tab, filter, number]);
  useLiveInvalidation({ path: 'feedback', limit: limits.listLimitDefault }, key);
  useLiveInvalidation({ path: 'contacts', limit: limits.listLimitDefault }, key);
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

/** Loads a tab's messages as a file. */
export function fetchInboxFile(view: InboxView) {
  return api.file('/superadmin/csv/messages', { query: { ...inboxFilter(view), tab: view.tab }, timeout: 120_000 });
}

/** Loads the message that the page's address names. */
export function useMessage(place: { kind: InboxKind; id: string } | null) {
  return useQuery({
    queryKey: [...key, 'message', place],
    queryFn: ({ signal }) => api.get<{ data: InboxMessage }>(addressOf(place?.kind ?? 'feedback', place?.id ?? ''), { signal }),
    select: (answer) => answer.data,
    enabled: place !== null,
    staleTime: 0,
  });
}

/** Everyone that a message can be given to. */
export function useStaff() {
  return useQuery({
    queryKey: ['superadmin', 'staff'],
    queryFn: ({ signal }) => api.get<{ data: OfficeOwner[] }>('/superadmin/staff', { signal }),
    select: (answer) => answer.data,
  });
}

export function useChangeMessage() {
  return useInboxMutation(({ message, change }: { message: InboxMessage; change: MessageChange }) =>
    api.put<{ data: InboxMessage }>(addressOf(message.type, message.id), change),
  );
}

/** @param idempotencyKey names the text: sent again, it is mailed once */
export function useReply({ type, id }: InboxMessage, idempotencyKey: string) {
  return useInboxMutation((text: string) => api.post<{ data: InboxMessage }>(`${addressOf(type, id)}/reply`, { text }, { idempotencyKey }));
}

function addressOf(kind: InboxKind, id: string): string {
  return `/superadmin/messages/${kind}/${encodeURIComponent(id)}`;
}

function useInboxMutation<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: key }) });
}
