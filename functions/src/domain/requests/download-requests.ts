import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type RequestLine, requestLogLimits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { csvLine } from '../records/transfer/csv.ts';
import type { FileFormat } from '../records/transfer/file-format.ts';
import type { Caller } from '../callers/caller.ts';
import { matcherOf } from './line-filter.ts';
import { logSpan } from './log-span.ts';
import { chunksOf } from './read-chunks.ts';
import type { RequestSearch } from './search-requests.ts';

/** In this order: of a line, and of the columns of a table. */
const columns = [
  'id',
  'at',
  'method',
  'route',
  'verb',
  'storageId',
  'key',
  'user',
  'member',
  'status',
  'code',
  'refusedBy',
  'ms',
  'reads',
  'writes',
  'deletes',
  'credits',
  'plan',
  'asks',
  'rules',
  'trace',
  'network',
  'n',
] as const satisfies readonly (keyof RequestLine)[];

/** Lines that match as NDJSON or CSV, the newest first, no faster than they are taken. */
export async function downloadRequests(
  services: Services,
  {
    caller,
    projectId,
    search,
    format = 'ndjson',
  }: { caller: Caller; projectId: string; search: RequestSearch; format?: FileFormat | undefined },
): Promise<{ fileName: string; writeTo: (out: Writable) => Promise<void> }> {
  const span = await logSpan(services, { caller, projectId, search });
  const isMatch = matcherOf(search);
  return {
    fileName: `requests_${new Date(span.to).toISOString().slice(0, 10)}.${format}`,
    writeTo: (out) => {
      const chunks = chunksOf(services.store, projectId, { ...span, most: Number.POSITIVE_INFINITY });
      return pipeline(Readable.from(textOf(chunks, isMatch, format)), out);
    },
  };
}

async function* textOf(
  chunks: AsyncIterable<{ lines: RequestLine[] }>,
  isMatch: (line: RequestLine) => boolean,
  format: FileFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns);
  let left: number = requestLogLimits.download;
  for await (const { lines } of chunks) {
    const shown = lines.filter(isMatch).slice(0, left);
    left -= shown.length;
    yield shown.map(format === 'csv' ? asCsv : asJson).join('');
    if (left === 0) return;
  }
}

const asJson = (line: RequestLine) => `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, line[name]])))}\n`;

function asCsv(line: RequestLine): string {
  return csvLine(columns.map((name) => (name === 'rules' ? line.rules && JSON.stringify(line.rules) : line[name])));
}
