import type { PlatformChange, PlatformSettings, SiteDemoChange } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { PlatformDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { settings } from '../../store/collections.ts';
import { auditWrite } from '../activity/audit.ts';
import { demoOf } from './demo-of.ts';
import { documentOf, platformId, settingsOf } from '../../services/platform-document.ts';

/** Reads the stored settings, before a change. */
export async function readPlatform({ store }: Pick<Services, 'store'>): Promise<PlatformSettings> {
  return settingsOf((await store.settings.get(platformId))?.data);
}

/**
 * Stores switches and maintenance with the audit row, which has the old values and the reason. Busy
 * instances apply them before this returns, all others within 20 seconds.
 * @throws {ApiError} conflict when somebody has changed them since the caller saw them
 */
export function changePlatform(
  services: Services,
  caller: Caller,
  { reason, expectedUpdatedAt, ...wanted }: PlatformChange,
): Promise<PlatformSettings> {
  const change = (before: PlatformSettings) => {
    if (before.updatedAt !== expectedUpdatedAt) throw changedBy(before);
    return wanted;
  };
  return store(services, caller, { reason, change });
}

/** Shows visitors of the landing page a storage, or none. The audit has no key. @throws {ApiError} as demoOf */
export async function changeDemo(services: Services, caller: Caller, { apiKey, reason }: SiteDemoChange): Promise<PlatformSettings> {
  const demo = apiKey === '' ? null : await demoOf(services, apiKey);
  return store(services, caller, { reason, change: () => ({ demo }) });
}

async function store(
  services: Services,
  caller: Caller,
  { reason, change }: { reason: string; change: (before: PlatformSettings) => Partial<PlatformSettings> },
): Promise<PlatformSettings> {
  const after = await services.store.transaction(async (tx) => {
    const stored = (await tx.settings.get(platformId))?.data;
    const before = settingsOf(stored);
    const document: PlatformDocument = {
      ...documentOf({ ...before, ...change(before) }),
      updatedAt: Timestamp.fromMillis(Math.max(services.clock(), (stored?.updatedAt.toMillis() ?? 0) + 1)),
      updatedBy: { id: caller.uid, name: caller.name },
    };
    const changed = settingsOf(document);
    const row = {
      action: 'Change platform' as const,
      target: settings.path(platformId),
      before: decided(before),
      after: { ...decided(changed), reason },
    };
    tx.write(settings.set(platformId, document), auditWrite(services, caller, row));
    return changed;
  });
  await waitForPropagation();
  return after;
}

/** The part that staff set; the audit row itself has time and person. */
function decided({ switches, maintenance, demo }: PlatformSettings): object {
  return { switches, maintenance, demo: demo && { projectId: demo.projectId, storageId: demo.storageId } };
}

function changedBy({ updatedBy }: PlatformSettings): ApiError {
  return new ApiError('conflict', say('settingsChanged', { name: updatedBy?.name ?? 'Somebody' }));
}
