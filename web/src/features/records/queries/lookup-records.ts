import type { DataRecord } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NamedId } from '../../../components/form/named-choice-field.tsx';
import { api } from '../../../lib/api/client.ts';
import { ownValue } from '../../../lib/own-value.ts';
import { recordName } from '@bedplate/contract/record-name';
import { type RecordPage } from './record-queries.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';

const offered = 8;

/** The records that a term finds, by their texts or their id; the newest without a term. */
export function useLookup(storage: StorageRef, term: string, enabled: boolean) {
  return useQuery({
    queryKey: ['lookup', storage.storageId, term],
    queryFn: ({ signal }) => api.get<RecordPage>(storagePathOf(storage), { query: { search: term, page: 1, limit: offered }, signal }),
    select: (page) => page.data.map(named),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The record with an id; null when the storage has none. */
export function useRecordNamed(storage: StorageRef, id: string) {
  return useQuery({
    queryKey: ['lookup', storage.storageId, 'id', id],
    queryFn: ({ signal }) => api.get<RecordPage>(storagePathOf(storage), { query: { search: id, page: 1, limit: offered }, signal }),
    select: (page) => page.data.filter((record) => record.id === id).map(named)[0] ?? null,
    enabled: id !== '',
  });
}

/** @returns the record as the server has it now, wherever the screen is; undefined when it has gone */
export async function presentRecord(storage: StorageRef, id: string): Promise<DataRecord | undefined> {
  const { data } = await api.get<RecordPage>(storagePathOf(storage), { query: { search: id, page: 1, limit: offered } });
  return data.find((record) => record.id === id);
}

/**
 * @param isAll whether these are all that the text finds: an address is of one person, and names are of several
 * @returns the one of these records that somebody means who typed its whole name or address; undefined where two have it
 */
export function meantBy(text: string, found: readonly NamedId[], isAll: boolean): NamedId | undefined {
  const asked = text.toLowerCase();
  const [one, other] = found.filter(({ name, mail = '' }) => [mail, isAll ? name : ''].some((word) => word.toLowerCase() === asked));
  return other ? undefined : one;
}

function named(record: DataRecord): NamedId {
  const name = recordName(record);
  const mail = ownValue(record, 'email');
  return { id: record.id, name, ...(typeof mail === 'string' && mail !== '' && mail !== name && { mail }) };
}
