import { ApiError } from '../../../errors/api-error.ts';
import type { Write } from '../../../store/model/writes.ts';

/** Firestore takes 10 MiB in one request. https://firebase.google.com/docs/firestore/quotas */
const largestCommit = 8 * 1024 * 1024;
/** So few documents, of at most 1 MiB each, are always below it. */
const smallCommit = 7;

/** @throws {ApiError} payload-too-large for documents that Firestore would not take together */
export function requireOneCommit(writes: readonly Write[]): void {
  if (writes.length > smallCommit && sizeOf(writes) > largestCommit)
    throw new ApiError('payload-too-large', 'These records are too large to be written together: send fewer writes in one call.');
}

/** About what it takes on the wire. */
function sizeOf(writes: readonly Write[]): number {
  const flags = writes.reduce((sum, write) => sum + (write.kind === 'create' ? (write.flags?.length ?? 0) : 0), 0);
  return JSON.stringify(writes).length + flags * '"":true'.length;
}
