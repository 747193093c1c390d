import type { FaultyRecord, FaultyRecords, SchemaFault } from '@bedplate/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { schemaKey } from '../records/schema/schema-query.ts';
import { type StorageRef, storagePathOf } from '../../lib/storage-path.ts';

/** Rows that are added at once, at least, unless there are fewer. */
const page = 20;
/** The server looks at many records for one answer; milliseconds. */
const patience = 60_000;

/**
 * All records that break a rule, page by page. Wrong records may be far apart: parts of the storage are looked at until a page is full.
 * @returns the query; `more` asks for the next page
 */
export function useFaultyRecords(storage: StorageRef, { field, rule }: Pick<SchemaFault, 'field' | 'rule'>) {
  const [wanted, setWanted] = useState(page);
  const query = useInfiniteQuery({
    queryKey: [...schemaKey(storage), 'faults', field, rule],
    queryFn: ({ pageParam, signal }) =>
      api.get<FaultyRecords>(`${storagePathOf(storage)}/schema/faults`, {
        query: { field, rule, after: pageParam ?? undefined },
        signal,
        timeout: patience,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ records: once(pages), seen: seenIn(pages), isExact: pages.every(({ isExact }) => isExact) }),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const found = data?.records.length ?? 0;
  const goesOn = data !== undefined && found < wanted && hasNextPage && !isError;
  // It changes with each part: a quick answer is there before its fetch was seen.
  const nextFrom = goesOn && !isFetching ? data.seen : null;
  useEffect(() => {
    if (nextFrom !== null) void fetchNextPage();
  }, [nextFrom, fetchNextPage]);
  const more = () => {
    setWanted(found + page);
    void fetchNextPage();
  };
  return { ...query, goesOn, more };
}

/** Records of unique values are told by their place in a list, which moves when one of them changes between two parts. */
function once(pages: readonly FaultyRecords[]): readonly FaultyRecord[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((record) => [record.id, record])).values()];
}

function seenIn(pages: readonly FaultyRecords[]): number {
  return pages.reduce((sum, { seen }) => sum + seen, 0);
}
