import { createHash } from 'node:crypto';
import { Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../../errors/api-error.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { create, type Write } from '../../../store/model/writes.ts';
import type { RecordServices } from '../../../services/record-services.ts';

const keptMillis = 86_400_000;
const largestAnswer = 700_000;

/** idempotency/{sha256 hex of account, project and key} */
interface IdempotencyDocument {
  readonly digest: string;
  /** The answer's body as JSON. */
  readonly answer: string;
  readonly expiresAt: Timestamp;
}

/** What a request with the header Idempotency-Key says about itself. */
export interface IdempotentRequest {
  readonly key: string | undefined;
  /** Whose keys they are: account and project. */
  readonly owner: string;
  /** Method, path and body: the same key with anything else is a mistake. */
  readonly content: readonly unknown[];
}

/**
 * Runs a write once per key: its answer is stored in the same commit, and a repetition within 24 hours gets it again.
 * @param write takes what to add to its commit, made from its answer
 * @throws {ApiError} idempotency-mismatch, invalid-argument
 */
export async function once<A extends Record<string, unknown>>(
  services: RecordServices,
  { key, owner, content }: IdempotentRequest,
  write: (also: (answer: A) => Write[]) => Promise<A>,
): Promise<A> {
  if (key === undefined) return write(() => []);
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new ApiError('invalid-argument', 'Idempotency-Key must have 1 to 200 visible ASCII characters.');
  const path = `idempotency/${sha256([owner, key])}`;
  const digest = sha256(content);
  try {
    return await write((answer) => [create(path, documentOf(answer, digest, services.now()))]);
  } catch (error) {
    const stored = isRefusal(error) ? await services.store.get<IdempotencyDocument>(path) : null;
    if (!stored) throw error;
    if (stored.data.digest !== digest) {
      throw new ApiError('idempotency-mismatch', 'This Idempotency-Key was used for another request. Use a new key for each write.');
    }
    return JSON.parse(stored.data.answer) as A; // stored by the same kind of write
  }
}

/** What was right for a record may no longer fit the record that it made: any refusal of a repetition may come from its first run. */
function isRefusal(error: unknown): boolean {
  return isAlreadyExists(error) || (error instanceof ApiError && error.status < 500);
}

function documentOf(answer: unknown, digest: string, now: number): IdempotencyDocument {
  const text = JSON.stringify(answer);
  if (text.length > largestAnswer) {
    throw new ApiError(
      'payload-too-large',
      `With Idempotency-Key the answer may have at most ${largestAnswer} characters: send fewer records in one call.`,
    );
  }
  return { digest, answer: text, expiresAt: Timestamp.fromMillis(now + keptMillis) };
}

function sha256(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
