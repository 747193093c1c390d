import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type RequestLine, requestLogDaysOf, type Tier } from '@bedplate/contract';
import { Timestamp } from '../../store/model/values.ts';
import type { RequestChunkDocument } from '../../store/documents/usage-documents.ts';

/** A line as it waits for its chunk. Its time is written out when it is packed. */
export interface WaitingLine extends Omit<RequestLine, 'at'> {
  readonly projectId: string;
  readonly millis: number;
}

/** How long a chunk is kept: lines of one chunk end together. */
export type Retention = 'short' | 'long';

export const retentionOf = (tier: Tier): Retention => (requestLogDaysOf(tier) > 3 ? 'long' : 'short');

const dayMillis = 86_400_000;
const days = { short: requestLogDaysOf('free'), long: requestLogDaysOf('pro') };

/** Packs lines of several projects into one document: one write for all of them. */
export function pack(lines: readonly WaitingLine[], retention: Retention, now: number): RequestChunkDocument {
  const byProject = Map.groupBy(lines, ({ projectId }) => projectId);
  return {
    projects: [...byProject.keys()],
    lines: Object.fromEntries([...byProject].map(([id, own]) => [id, deflateRawSync(JSON.stringify(own.map(short)))])),
    expiresAt: Timestamp.fromMillis(now + days[retention] * dayMillis),
  };
}

/** @returns a project's lines in a chunk */
export function unpack({ lines }: Pick<RequestChunkDocument, 'lines'>, projectId: string): RequestLine[] {
  const packed = lines[projectId];
  if (!packed) return [];
  const own = JSON.parse(inflateRawSync(packed).toString()) as Short[]; // as `short` wrote it
  return own.map((line) => ({ ...absent, ...line }));
}

type Short = Partial<RequestLine> & Pick<RequestLine, 'id' | 'at' | 'method' | 'route' | 'verb' | 'status'>;

/** Values that most lines have; they are left out. */
export const absent = {
  storageId: null,
  key: null,
  user: null,
  member: null,
  code: null,
  refusedBy: null,
  ms: 0,
  reads: 0,
  writes: 0,
  deletes: 0,
  credits: 0,
  plan: null,
  asks: null,
  trace: null,
  network: null,
  rules: null,
  n: 1,
} satisfies Partial<RequestLine>;

/** Not by entries and copies, which take twice the time: each call has a line. */
function short(line: WaitingLine): Short {
  const given: Record<string, unknown> = { at: new Date(line.millis).toISOString() };
  for (const name of Object.keys(line) as (keyof WaitingLine)[]) {
    const isTold = name === 'projectId' || name === 'millis';
    if (!isTold && (absent as Partial<WaitingLine>)[name] !== line[name]) given[name] = line[name];
  }
  return given as Short; // the required fields are in no `absent`
}
