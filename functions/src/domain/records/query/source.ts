import type { RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import type { QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Reader } from './budget.ts';
import { type Candidate, candidateOf } from './candidate.ts';

/** Candidates in the list's order, read as they are asked for. */
export interface Source {
  /** @returns up to `size` more; none does not mean the end, see `ended` */
  next(size: number): Promise<Candidate[]>;
  /** True once everything was given. */
  readonly ended: boolean;
  /** All candidates are in memory: more of them cost no reads. */
  readonly isFree?: boolean;
  /** As many candidates have been read already. */
  readonly waiting?: number;
}

/** @returns what passes on the state of the source that is read at the time, with a `next` of its own */
export function insteadOf(current: () => Source, next: Source['next']): Source {
  return {
    next,
    get ended() {
      return current().ended;
    },
    get isFree() {
      return current().isFree ?? false;
    },
    get waiting() {
      return current().waiting ?? 0;
    },
  };
}

/** Makes the query for the candidates after the given one. */
export type Stretch<T = RecordDocument<Timestamp>> = (after: Candidate | undefined, size: number) => QuerySpec<T>;

export function querySource<T = RecordDocument<Timestamp>>(
  reader: Reader,
  stretch: Stretch<T>,
  read: (row: Row<T>) => Candidate | null = (row) => candidateOf(row as unknown as Row<RecordDocument<Timestamp>>), // T is its default then
): Source {
  let last: Candidate | undefined;
  let readTime: Timestamp | undefined;
  const source = { next, ended: false };
  return source;

  async function next(size: number): Promise<Candidate[]> {
    const got: Candidate[] = [];
    while (got.length < size && !source.ended) {
      const wanted = size - got.length;
      const spec = stretch(last, wanted);
      const result = await reader.query(readTime ? { ...spec, readTime } : spec);
      readTime = result.readTime;
      if (result.rows.length < wanted) source.ended = true;
      const read_ = result.rows.map(read).filter((candidate) => candidate !== null);
      last = read_.at(-1) ?? last;
      got.push(...read_);
      if (read_.length < result.rows.length) break;
    }
    return got;
  }
}

/** One after the other. */
export function concat(sources: readonly Source[]): Source {
  const left = [...sources];
  const joined: { next: Source['next']; ended: boolean } = { next, ended: left.length === 0 };
  return joined;

  async function next(size: number): Promise<Candidate[]> {
    const got: Candidate[] = [];
    for (let source = left[0]; source && got.length < size; source = left[0]) {
      got.push(...(await source.next(size - got.length)));
      if (!source.ended) break;
      left.shift();
    }
    joined.ended = left.length === 0;
    return got;
  }
}

/** Sources of one order as one of that order. */
export function merged(sources: readonly Source[], compare: (a: Candidate, b: Candidate) => number): Source {
  const heads = sources.map((source) => ({ source, waiting: [] as Candidate[] }));
  const joined: { next: Source['next']; ended: boolean } = { next, ended: sources.length === 0 };
  return joined;

  async function next(size: number): Promise<Candidate[]> {
    await Promise.all(heads.map((head) => fill(head, size)));
    const all = heads.flatMap(({ waiting }) => waiting).sort(compare);
    const given = new Set(all.slice(0, size));
    for (const head of heads) head.waiting = head.waiting.filter((candidate) => !given.has(candidate));
    joined.ended = heads.every(({ source, waiting }) => source.ended && waiting.length === 0);
    return [...given];
  }

  async function fill({ source, waiting }: (typeof heads)[number], size: number): Promise<void> {
    while (waiting.length < size && !source.ended) {
      const more = await source.next(size - waiting.length);
      if (more.length === 0) return;
      waiting.push(...more);
    }
  }
}

/** Leaves out what does not belong to a stretch; may give fewer than asked for, so that its reader keeps count of the cost. */
export function only(source: Source, belongs: (candidate: Candidate) => boolean): Source {
  return {
    next: async (size) => (await source.next(size)).filter(belongs),
    get ended() {
      return source.ended;
    },
  };
}

export function inMemory(candidates: readonly Candidate[]): Source {
  let at = 0;
  const source = { next, ended: candidates.length === 0, isFree: true };
  return source;

  async function next(size: number): Promise<Candidate[]> {
    const got = candidates.slice(at, at + size);
    at += got.length;
    source.ended = at >= candidates.length;
    return got;
  }
}
