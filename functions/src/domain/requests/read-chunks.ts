import type { RequestLine } from '@bedplate/contract';
import type { Store } from '../../store/access.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { keyAtMillis, millisOfId } from '../../store/time-ordered-id.ts';
import { unpack } from './chunk.ts';

const atOnce = 20;
const sleepMillis = 3_600_000;

export interface ChunkSpan {
  /** Milliseconds since the epoch, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Chunks that were written later are not read; by default an hour after `to`, as long as an instance may sleep over a line. */
  readonly writtenTo?: number;
  /** The last chunk that was read before. */
  readonly after?: string | undefined;
  /** Chunks to read at most, each of them one billed read. */
  readonly most: number;
}

interface ReadChunk {
  readonly id: string;
  readonly writtenAt: number;
  readonly lines: RequestLine[];
}

/** A project's chunks with calls of a span, the newest first: as many as the caller takes. */
export async function* chunksOf(
  store: Store,
  projectId: string,
  { from, to, writtenTo = to + sleepMillis, after, most }: ChunkSpan,
): AsyncGenerator<ReadChunk> {
  let last = after;
  for (let left = most; left > 0; left -= atOnce) {
    const { rows } = await store.requestChunks.query({
      where: [
        ['projects', 'array-contains', projectId],
        [documentId, '>', last ?? keyAtMillis(writtenTo)],
        [documentId, '<', keyAtMillis(from - 1)],
      ],
      orderBy: [[documentId, 'asc']],
      select: [`lines.${projectId}`],
      limit: Math.min(atOnce, left),
    });
    for (const { id, data } of rows) yield { id, writtenAt: millisOfId(id) ?? from, lines: within(unpack(data, projectId), from, to) };
    last = rows.at(-1)?.id;
    if (rows.length < Math.min(atOnce, left)) return;
  }
}

function within(lines: RequestLine[], from: number, to: number): RequestLine[] {
  return lines.filter(({ at }) => {
    const millis = Date.parse(at);
    return millis >= from && millis <= to;
  });
}
