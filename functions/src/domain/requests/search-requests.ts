import { type RequestLine, requestLogLimits, type RequestPage } from '@bedplate/contract';
import { timeOfUuid } from '../../crypto/timed-uuid.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { type LineFilter, matcherOf } from './line-filter.ts';
import { type LogSpan, logSpan } from './log-span.ts';
import { type ChunkSpan, chunksOf } from './read-chunks.ts';
import { namesOf } from './request-names.ts';

export interface RequestSearch extends LineFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The last chunk of the page before. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Lines of a project that match, the newest first. Reads whole chunks until the page is full. */
export async function searchRequests(
  services: Services,
  { caller, projectId, search }: { caller: Caller; projectId: string; search: RequestSearch },
): Promise<RequestPage> {
  const span = await logSpan(services, { caller, projectId, search });
  const { limit = requestLogLimits.page, after } = search;
  const { lines, last } = await find(services, projectId, {
    search,
    limit,
    spans: spansOf(span, search.id).map((each) => ({ ...each, after })),
  });
  return {
    data: lines.sort((a, b) => (a.at === b.at ? b.id.localeCompare(a.id) : b.at.localeCompare(a.at))),
    next: last?.id ?? null,
    searchedTo: new Date(last?.writtenAt ?? span.from).toISOString(),
    keptFrom: new Date(span.keptFrom).toISOString(),
    sampled: lines.some(({ n }) => n > 1),
    names: await namesOf(services, { tenantId: span.tenantId, projectId }, lines),
  };
}

interface Found {
  readonly lines: RequestLine[];
  /** Where the next page begins; null at the end. */
  readonly last: { readonly id: string; readonly writtenAt: number } | null;
}

async function find(
  { store }: Services,
  projectId: string,
  { search, limit, spans }: { search: LineFilter; limit: number; spans: readonly Omit<ChunkSpan, 'most'>[] },
): Promise<Found> {
  const isMatch = matcherOf(search);
  const lines: RequestLine[] = [];
  for (const span of spans) {
    let read = 0;
    let last: Found['last'] = null;
    for await (const chunk of chunksOf(store, projectId, { ...span, most: requestLogLimits.chunks + 1 })) {
      if (lines.length >= limit || read === requestLogLimits.chunks) return { lines, last };
      read += 1;
      lines.push(...chunk.lines.filter(isMatch));
      last = chunk;
    }
    if (lines.length > 0) break;
  }
  return { lines, last: null };
}

/** The id of a request has its time: first the chunks of the next two minutes, then those of an instance that slept. Clocks differ a little. */
function spansOf(span: LogSpan, id: string | undefined): Omit<ChunkSpan, 'most' | 'after'>[] {
  const at = id === undefined ? null : timeOfUuid(id);
  if (at === null) return [span];
  const around = { from: Math.max(span.from, at - 60_000), to: Math.min(span.to, at + 900_000) };
  return [{ ...around, writtenTo: at + 120_000 }, around];
}
