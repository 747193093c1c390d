import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RequestLine, requestLogLimits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { matcherOf } from './line-filter.ts';
import { logSpan } from './log-span.ts';
import { chunksOf } from './read-chunks.ts';
import type { RequestSearch } from './search-requests.ts';

/** Lines that match as NDJSON, the newest first, no faster than they are taken. */
export async function downloadRequests(
  services: Services,
  { caller, projectId, search }: { caller: Caller; projectId: string; search: RequestSearch },
): Promise<{ fileName: string; writeTo: (out: Writable) => Promise<void> }> {
  const span = await logSpan(services, { caller, projectId, search });
  const isMatch = matcherOf(search);
  return {
    fileName: `requests_${new Date(span.to).toISOString().slice(0, 10)}.ndjson`,
    writeTo: (out) =>
      pipeline(Readable.from(textOf(chunksOf(services.store, projectId, { ...span, most: Number.POSITIVE_INFINITY }), isMatch)), out),
  };
}

async function* textOf(chunks: AsyncIterable<{ lines: RequestLine[] }>, isMatch: (line: RequestLine) => boolean): AsyncGenerator<string> {
  let left: number = requestLogLimits.download;
  for await (const { lines } of chunks) {
    const shown = lines.filter(isMatch).slice(0, left);
    left -= shown.length;
    yield shown.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (left === 0) return;
  }
}
