import { log } from '../../config/log.ts';
import { uploads } from '../../store/collections.ts';
import type { Store } from '../../store/access.ts';
import type { FileStore } from '../../store/file-store.ts';
import type { Condition } from '../../store/model/query-spec.ts';
import { Timestamp } from '../../store/model/values.ts';
import { discard, isBeingCompleted } from './claim-upload.ts';

interface UploadServices {
  readonly store: Store;
  readonly files: FileStore;
  readonly now: () => number;
}

const perRead = 200;

/** Removes uploads that were not completed in a day, unless a call completes them now. @returns their number */
export async function sweepUploads(services: UploadServices, runMillis = 40_000): Promise<number> {
  const until = services.now() + runMillis;
  const { gone } = await discardSome(services, [['expiresAt', '<=', Timestamp.fromMillis(services.now())]], until);
  return gone;
}

/**
 * Ends all uploads that an account has begun: their addresses were given out, need no key, and would take bytes for a week. What
 * they have taken goes as well. A failure is no refusal: the sweep finishes the work.
 * @returns whether none is left
 */
export async function endUploads(services: UploadServices, tenantId: string): Promise<boolean> {
  try {
    for (;;) {
      const { read, gone } = await discardSome(services, [['tenantId', '==', tenantId]]);
      if (read < perRead || gone === 0) return read === gone;
    }
  } catch (error) {
    log.warn('uploads.late', { tenantId }, error);
    return false;
  }
}

/** One that fails keeps none back that follows it. */
async function discardSome(services: UploadServices, where: Condition[], until = Infinity): Promise<{ read: number; gone: number }> {
  const { rows } = await services.store.query({ from: uploads.name, where, limit: perRead });
  let gone = 0;
  for (const row of rows) {
    if (services.now() >= until) break;
    if (isBeingCompleted(row, services.now())) continue;
    const outcome = await discard(services, row).catch((error: unknown) => log.warn('uploads.late', { path: row.path }, error));
    if (outcome === 'gone') gone += 1;
  }
  return { read: rows.length, gone };
}
