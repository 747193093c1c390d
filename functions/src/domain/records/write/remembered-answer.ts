import { documentPath } from '../../../store/model/collection.ts';
import { createHash } from 'node:crypto';
import { messages } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { create } from '../../../store/model/writes.ts';
import type { IdempotentRequest, IdempotentWork, WriteAnswer } from './idempotent-work.ts';

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

/** @throws {ApiError} idempotency-mismatch, invalid-argument */
export async function once<R>(
  services: Pick<RecordServices, 'store' | 'now'>,
  { key, owner, content }: IdempotentRequest & { readonly key: string },
  { work, answer }: IdempotentWork<R>,
): Promise<WriteAnswer> {
  requireIdempotencyKey(key);
  const path = documentPath<IdempotencyDocument>(`idempotency/${sha256([owner, key])}`);
  const digest = meaningOf(await content());
  try {
    return answer(await work({ alsoWrites: (result) => [create(path, documentOf(answer(result), digest, services.now()))] }));
  } catch (error) {
    const stored = isRefusal(error) ? await services.store.get(path) : null;
    if (!stored) throw error;
    if (stored.data.digest !== digest) {
      throw new ApiError('idempotency-mismatch', say('idempotencyUsed'));
    }
    return answerIn(stored.data);
  }
}

/** @throws {ApiError} invalid-argument; two keys that a proxy has joined are none */
export function requireIdempotencyKey(key: string): void {
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new ApiError('invalid-argument', say('idempotencyShape'), { field: 'Idempotency-Key' });
}

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
