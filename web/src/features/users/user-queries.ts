import { type MemberRegistration, type Pagination, pageSizes, type UserChange, type UserRow } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { useSaving } from '../../lib/use-saving.ts';
import type { Answer } from '../../texts/index.ts';

export interface UserList {
  data: UserRow[];
  pagination: Pagination;
}

const usersKey = ['users'] as const;

/** A page of ten of the account's people; the page before stays in view while the next one loads. */
export function useUsers(page: number, search: string) {
  const query = { page, limit: pageSizes.users, search: search.trim() };
  return useQuery({
    queryKey: [...usersKey, query],
    queryFn: ({ signal }) => api.get<UserList>('/users', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useAddUser() {
  return useSaving(usersKey, (member: Partial<MemberRegistration>) => api.post<Answer>('/authentication/register', member));
}

export function useUpdateUser(id: string) {
  return useSaving(usersKey, (change: UserChange) => api.put<Answer>(`/users/${encodeURIComponent(id)}`, change));
}
