import { type ListAdvice, type RequestLine, type RequestListGroup, type RequestLists, requestLogLimits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { logSpan } from './log-span.ts';
import { chunksOf } from './read-chunks.ts';
import { namesOf } from './request-names.ts';

const groupsAtMost = 50;
/** Lists that take less are neither slow nor dear. */
const dear = { reads: 60, ms: 500 };

/** Lists of a span that are slow or read much, those that ask alike together. */
export async function groupLists(
  services: Services,
  { caller, projectId, asked }: { caller: Caller; projectId: string; asked: { from?: string | undefined; to?: string | undefined } },
): Promise<RequestLists> {
  const span = await logSpan(services, { caller, projectId, search: asked });
  const groups = new Map<string, RequestLine[]>();
  let searchedTo = span.from;
  let read = 0;
  for await (const { lines, writtenAt } of chunksOf(services.store, projectId, { ...span, most: requestLogLimits.chunks })) {
    for (const line of lines) {
      if (line.plan === null || line.status >= 400) continue;
      const name = [line.storageId, line.plan, line.asks].join('\n');
      const alike = groups.get(name);
      if (alike) alike.push(line);
      else groups.set(name, [line]);
    }
    read += 1;
    if (read === requestLogLimits.chunks) searchedTo = writtenAt;
  }
  const found = [...groups.values()].map(groupOf).filter(({ ms, reads }) => reads.p95 >= dear.reads || ms.p95 >= dear.ms);
  const shown = found.sort((a, b) => b.reads.total - a.reads.total).slice(0, groupsAtMost);
  return {
    groups: shown,
    searchedTo: new Date(searchedTo).toISOString(),
    sampled: [...groups.values()].flat().some(({ n }) => n > 1),
    names: await namesOf(services, { tenantId: span.tenantId, projectId }, shown),
  };
}

function groupOf(lines: readonly RequestLine[]): RequestListGroup {
  const latest = lines.reduce((a, b) => (a.at > b.at ? a : b));
  const reads = lines.map((line) => line.reads);
  const ms = lines.map((line) => line.ms);
  const { storageId, plan, asks } = latest;
  return {
    storageId,
    plan: plan ?? '',
    asks: asks ?? '',
    calls: lines.reduce((total, { n }) => total + n, 0),
    ms: { p50: quantile(ms, 0.5), p95: quantile(ms, 0.95) },
    reads: { p50: quantile(reads, 0.5), p95: quantile(reads, 0.95), total: lines.reduce((total, line) => total + line.reads * line.n, 0) },
    advice: adviceFor(plan ?? '', asks ?? '', quantile(reads, 0.95)),
    lastId: latest.id,
  };
}

/** Looks at the question, which decides: indexes are automatic (decision 008). */
function adviceFor(plan: string, asks: string, reads: number): ListAdvice {
  if (reads < dear.reads) return 'none';
  const parts = asks.split(', ');
  const filters = parts.filter((part) => !/^(sort|total|by) |^page$/.test(part));
  if (parts.includes('page')) return 'cursor';
  if (filters.length > 0 && !filters.some((part) => part.endsWith(' ='))) return 'equals-filter';
  if (parts.some((part) => part.startsWith('total '))) return 'kept-totals';
  if (plan.includes('sorted') && !parts.includes('sort createdAt')) return 'sort-created';
  return 'narrower';
}

/** @returns the value below which the share lies, of the values themselves; 0 of none */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
