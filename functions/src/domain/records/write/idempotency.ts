import { createHash } from 'node:crypto';
import { type FieldProblem, messages } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { create } from '../../../store/model/writes.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { CommitHook } from '../model/record-write.ts';

const keptMillis = 86_400_000;
const largestAnswer = 700_000;

/** idempotency/{sha256 hex of account, project and key} */
interface IdempotencyDocument {
  readonly digest: string;
  /** The answer's body as JSON. */
  readonly answer: string;
  /** Absent in documents of earlier versions. */
  readonly status?: WriteAnswer['status'];
  readonly expiresAt: Timestamp;
}

/** A request with the header Idempotency-Key. */
export interface IdempotentRequest {
  readonly key: string | undefined;
  /** Whose keys they are: account and project. */
  readonly owner: string;
  /** Method, path, query and body: the same key with another meaning is a mistake. Asked for with a key only: most writes have none. */
  readonly content: () => readonly unknown[];
}

export interface WriteAnswer {
  readonly status: 200 | 201;
  readonly body: Record<string, unknown> & {
    /** Faults by the schema of what is stored all the same. */
    readonly warnings?: readonly FieldProblem[] | undefined;
  };
}

/** A write, and the answer to its result. */
export interface IdempotentWork<R> {
  /** @param hook stores the answer in the commit of the records */
  readonly work: (hook: CommitHook<R>) => Promise<R>;
  readonly answer: (result: R) => WriteAnswer;
}

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
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new ApiError('invalid-argument', 'Idempotency-Key must have 1 to 200 visible ASCII characters.');
  const path = `idempotency/${sha256([owner, key])}`;
  const digest = meaningOf(content());
  try {
    return answer(await work({ alsoWrites: (result) => [create(path, documentOf(answer(result), digest, services.now()))] }));
  } catch (error) {
    const stored = isRefusal(error) ? await services.store.get<IdempotencyDocument>(path) : null;
    if (!stored) throw error;
    if (stored.data.digest !== digest) {
      throw new ApiError('idempotency-mismatch', 'This Idempotency-Key was used for another request. Use a new key for each write.');
    }
    return answerIn(stored.data);
  }
}

const nothingMore: CommitHook<unknown> = { alsoWrites: () => [] };

/** The record that the first run made may be why a repetition is refused: any refusal may come from that run. */
function isRefusal(error: unknown): boolean {
  return isAlreadyExists(error) || (error instanceof ApiError && error.status < 500);
}

function documentOf({ status, body }: WriteAnswer, digest: string, now: number): IdempotencyDocument {
  const text = JSON.stringify(body);
  if (text.length > largestAnswer) {
    throw new ApiError(
      'payload-too-large',
      `With Idempotency-Key the answer may have at most ${largestAnswer} characters: send fewer records in one call.`,
    );
  }
  return { digest, answer: text, status, expiresAt: Timestamp.fromMillis(now + keptMillis) };
}

/** Earlier versions stored no status: it followed from the message. */
function answerIn({ answer, status }: IdempotencyDocument): WriteAnswer {
  const body = JSON.parse(answer) as WriteAnswer['body']; // as `documentOf` wrote it
  return { status: status ?? (body.message === messages.dataAdded ? 201 : 200), body };
}

/** @returns the same text for contents that mean the same */
export function meaningOf(content: readonly unknown[]): string {
  return sha256(content.map(inOrder));
}

/** Puts the members of objects into one order: JSON gives their order no meaning, and clients that repeat a call may change it. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
