import type { AppMailsVersion, AppMailTrial, MailPreview } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { type StorageRef, storagePathOf } from '../../lib/storage-path.ts';

const pathOf = (storage: StorageRef) => `${storagePathOf(storage)}/mails`;
const keyOf = ({ storageId }: StorageRef) => ['appMails', storageId] as const;

/** The mails as they are stored. What somebody else changes meanwhile is noticed when these are sent. */
export function useAppMails(storage: StorageRef) {
  return useQuery({
    queryKey: keyOf(storage),
    queryFn: ({ signal }) => api.get<{ data: AppMailsVersion }>(pathOf(storage), { signal }),
    select: ({ data }) => data,
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function useSaveMails(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mails: AppMailsVersion) => (await api.put<{ data: AppMailsVersion }>(pathOf(storage), mails)).data,
    onSuccess: (data) => client.setQueryData(keyOf(storage), { data }),
  });
}

/** A mail as it would be; the one before stays until it has come. */
export function useMailPreview(storage: StorageRef, trial: AppMailTrial) {
  return useQuery({
    queryKey: [...keyOf(storage), 'preview', trial],
    queryFn: ({ signal }) => api.post<{ data: MailPreview }>(`${pathOf(storage)}/preview`, trial, { signal }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

export function useTestMail(storage: StorageRef) {
  return useMutation({
    mutationFn: async (trial: AppMailTrial) => (await api.post<{ data: { address: string } }>(`${pathOf(storage)}/test`, trial)).data,
  });
}
