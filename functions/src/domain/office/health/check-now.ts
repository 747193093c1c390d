import { healthLimits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Services } from '../../../services/services.ts';
import { healthPaths } from '../../../store/documents/health-documents.ts';
import { set } from '../../../store/model/writes.ts';
import type { Caller } from '../../callers/caller.ts';
import { auditWrite } from '../../activity/audit.ts';
import { checkOnce } from './check-health.ts';

/** Runs a requested check, at most one in half a minute for all staff together. @throws {ApiError} too-many-requests */
export async function checkNow(services: Services, by: Caller): Promise<void> {
  const { clock, store } = services;
  await store.transaction(async (tx) => {
    const last = (await tx.get(healthPaths.asked))?.data.at ?? 0;
    const wait = last + healthLimits.pauseMillis - clock();
    if (wait > 0) {
      const retryAfter = Math.ceil(wait / 1000);
      throw new ApiError('too-many-requests', say('checkedJustNow', { seconds: retryAfter }), { retryAfter });
    }
    const row = auditWrite(services, by, { action: 'Check health', target: healthPaths.state, before: null, after: null });
    tx.write(set(healthPaths.asked, { at: clock() }), row);
  });
  await checkOnce(services);
}
