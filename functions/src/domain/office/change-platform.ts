import type { PlatformChange, PlatformSettings } from '@bedplate/contract';
import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { set } from '../../store/model/writes.ts';
import type { PlatformDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { auditWrite } from '../activity/audit.ts';
import { documentOf, platformPath, settingsOf } from '../../services/platform-document.ts';

/** The settings as they are stored at this moment, for those who change them. */
export async function readPlatform({ records }: Pick<Services, 'records'>): Promise<PlatformSettings> {
  return settingsOf((await records.store.get<PlatformDocument>(platformPath))?.data);
}

/**
 * Stores switches and maintenance with the audit row that tells how they were and why they changed. They hold on instances in use when
 * this returns, and on all others within 20 seconds.
 * @throws {ApiError} conflict when somebody has changed them since the caller saw them
 */
export async function changePlatform(
  services: Services,
  caller: Caller,
  { reason, expectedUpdatedAt, ...wanted }: PlatformChange,
): Promise<PlatformSettings> {
  const after = await services.store.transaction(async (tx) => {
    const stored = (await tx.get<PlatformDocument>(platformPath))?.data;
    const before = settingsOf(stored);
    if (before.updatedAt !== expectedUpdatedAt) throw changedBy(before);
    const document: PlatformDocument = {
      ...documentOf(wanted),
      updatedAt: Timestamp.fromMillis(Math.max(services.clock(), (stored?.updatedAt.toMillis() ?? 0) + 1)),
      updatedBy: { id: caller.uid, name: caller.name },
    };
    const changed = settingsOf(document);
    const row = { action: 'Change platform', target: platformPath, before: decided(before), after: { ...decided(changed), reason } };
    tx.write(set(platformPath, document), auditWrite(services, caller, row));
    return changed;
  });
  await waitForPropagation();
  return after;
}

/** What staff decide; when and by whom is the audit row's own. */
function decided({ switches, maintenance }: PlatformSettings): object {
  return { switches, maintenance };
}

function changedBy({ updatedBy }: PlatformSettings): ApiError {
  return new ApiError('conflict', say('settingsChanged', { name: updatedBy?.name ?? 'Somebody' }));
}
