import { ApiError } from '../../../errors/api-error.ts';
import type { Reader } from './budget.ts';
import type { Candidate, Position } from './candidate.ts';
import type { Order } from './order.ts';
import { insteadOf, type Source } from './source.ts';

interface Ways {
  readonly reader: Pick<Reader, 'left' | 'forget'>;
  readonly order: Pick<Order, 'positionOf'>;
  readonly first: Source;
  /** @param after the last candidate that the first way has given @returns undefined where there is no other way */
  readonly second: (after: Position | undefined) => Promise<Source | undefined>;
}

/** A walk, and another way to the rest of its candidates where it would look at too many records. */
export function orElse({ reader, order, first, second }: Ways): Source {
  let source = first;
  let last: Candidate | undefined;
  const left = reader.left;
  return insteadOf(
    () => source,
    async (size) => {
      try {
        const got = await source.next(size);
        last = got.at(-1) ?? last;
        return got;
      } catch (error) {
        if (source !== first || !(error instanceof ApiError) || error.code !== 'query-too-broad') throw error;
        reader.forget(left - reader.left);
        const other = await second(last && order.positionOf(last));
        if (!other) throw error;
        source = other;
        return source.next(size);
      }
    },
  );
}
