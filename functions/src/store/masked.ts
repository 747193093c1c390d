import type { ReadOptions } from '@google-cloud/firestore';

/** The SDK's option for top-level fields. */
export function masked(select: readonly string[] | undefined): ReadOptions {
  return select ? { fieldMask: [...select] } : {};
}
