import type { RecordServices } from '../../../services/record-services.ts';
import type { CommitHook } from '../model/record-write.ts';
import type { IdempotentRequest, IdempotentWork, WriteAnswer } from './idempotent-work.ts';
import { lazily } from '../../../runtime/lazily.ts';

const loadRememberedAnswer = lazily(() => import('./remembered-answer.ts'));

/**
 * Runs a write once per key: its answer is stored in the same commit, and a repetition within 24 hours gets the stored answer.
 * @throws {ApiError} idempotency-mismatch, invalid-argument
 */
export async function withIdempotency<R>(
  services: Pick<RecordServices, 'store' | 'now'>,
  { key, owner, content }: IdempotentRequest,
  { work, answer }: IdempotentWork<R>,
): Promise<WriteAnswer> {
  if (key === undefined) return answer(await work(nothingMore));
  const { once } = await loadRememberedAnswer(); // most writes have no key
  return once(services, { key, owner, content }, { work, answer });
}

const nothingMore: CommitHook<unknown> = { alsoWrites: () => [] };
