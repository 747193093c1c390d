import { type RequestErrorGroup, type RequestErrors, type RequestLine, requestLogLimits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { logSpan } from './log-span.ts';
import { chunksOf } from './read-chunks.ts';
import { namesOf } from './request-names.ts';

const groupsAtMost = 100;

/** Failed calls of a span, alike ones together. */
export async function groupErrors(
  services: Services,
  { caller, projectId, asked }: { caller: Caller; projectId: string; asked: { from?: string | undefined; to?: string | undefined } },
): Promise<RequestErrors> {
  const span = await logSpan(services, { caller, projectId, search: asked });
  const groups = new Map<string, RequestErrorGroup>();
  let searchedTo = span.from;
  let sampled = false;
  let read = 0;
  for await (const { lines, writtenAt } of chunksOf(services.store, projectId, { ...span, most: requestLogLimits.chunks })) {
    for (const line of lines.filter(({ status }) => status >= 400)) {
      addTo(groups, line);
      sampled ||= line.n > 1;
    }
    read += 1;
    if (read === requestLogLimits.chunks) searchedTo = writtenAt;
  }
  const found = [...groups.values()].sort((a, b) => b.calls - a.calls).slice(0, groupsAtMost);
  const names = await namesOf(services, { tenantId: span.tenantId, projectId }, found);
  return { groups: found, searchedTo: new Date(searchedTo).toISOString(), sampled, names };
}

function addTo(groups: Map<string, RequestErrorGroup>, { id, at, n, status, code, refusedBy, route, verb, storageId }: RequestLine): void {
  const name = [status, code, refusedBy, route, verb, storageId].join('\n');
  const known = groups.get(name);
  if (!known) {
    groups.set(name, { status, code, refusedBy, route, verb, storageId, calls: n, firstAt: at, lastAt: at, lastId: id });
    return;
  }
  known.calls += n;
  if (at < known.firstAt) known.firstAt = at;
  if (at > known.lastAt) Object.assign(known, { lastAt: at, lastId: id });
}
