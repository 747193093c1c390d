import type { RequestPage } from '@bedplate/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { serverNow } from '../../lib/time/clock.ts';
import { useToast } from '../../lib/toast.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import type { RequestFilters } from './request-filters.ts';
import { merged, mergedNames, newestRequests, useWatch } from './request-queries.ts';

const everyMillis = 3_000;
/** Chunks of other instances may arrive later than newer ones. */
const overlapMillis = 70_000;
const shownAtMost = 1_000;

interface LivePage extends Pick<RequestPage, 'data' | 'names'> {
  /** More lines came at once than an answer holds: some between are not shown. */
  isBehind: boolean;
}

interface LiveOptions {
  /** The list that a search has found is older than the lines that came. */
  onEnd: () => void;
}

/** New lines as they come, for as long as the server lets them come at once. Those that came stay. */
export function useLiveRequests(projectId: string, filters: RequestFilters, { onEnd }: LiveOptions) {
  const client = useQueryClient();
  const toast = useToast();
  const watch = useWatch(projectId);
  const [until, setUntil] = useState(0);
  const isOn = until > 0;
  const key = ['requests', projectId, 'live', filters];
  const lines = useQuery({
    queryKey: key,
    enabled: isOn,
    refetchInterval: everyMillis,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<LivePage> => {
      const before = client.getQueryData<LivePage>(key);
      const from = new Date((before ? serverNow() : until - 600_000) - overlapMillis).toISOString();
      const page = await newestRequests(projectId, { filters, from, signal });
      const pages = before ? [before, page] : [page];
      const isBehind = before?.isBehind === true || (before !== undefined && isPast(before, page));
      return { isBehind, data: merged(...pages.map(({ data }) => data)).slice(0, shownAtMost), names: mergedNames(pages) };
    },
  });
  const end = () => {
    setUntil(0);
    onEnd();
  };
  const endByItself = useEffectEvent(() => {
    end();
    toast.info(t('requests.liveEnded'));
  });
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setTimeout(endByItself, Math.max(0, until - serverNow()));
    return () => clearTimeout(timer);
  }, [until]);
  const toggle = () => {
    if (isOn) return end();
    watch.mutate(undefined, {
      onSuccess: ({ data }) => {
        client.removeQueries({ queryKey: ['requests', projectId, 'live'] }); // of another look, with a gap up to now
        setUntil(Date.parse(data.until));
      },
      onError: (error) => toast.error(messageOf(error, t('requests.liveFailed'), t('requests.liveFailed')), error),
    });
  };
  return { isOn, isBusy: watch.isPending, toggle, page: lines.data };
}

/** @returns whether the answer is full and reaches back to no line that was there before */
function isPast(before: LivePage, { data, next }: RequestPage): boolean {
  const known = new Set(before.data.map(({ id }) => id));
  return next !== null && known.size > 0 && !data.some(({ id }) => known.has(id));
}
