import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { deliver } from '../mail/outbox.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import { activityWrite, whereFrom } from '../activity/activity-log.ts';
import { apiKeys, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';

/**
 * Replaces the account's key pair. The old pair is then invalid, or valid for the requested overlap.
 * A pair from an earlier overlap ends at once.
 */
export async function changeKeys(
  services: Services,
  caller: Caller,
  { origin, overlapHours = 0 }: { readonly origin: Origin; readonly overlapHours?: number | undefined },
): Promise<void> {
  const { tenantId, owner } = caller;
  if (!tenantId || !owner) throw new ApiError('permission-denied', say('keysOfAccount'));
  const pair = makeKeyPair(services.config.tokenPepper);
  const notice = noticeTo(services, { uid: caller.uid, user: caller }, { kind: 'keysChanged', origin });
  await services.store.transaction(async (tx) => {
    const tenant = (await tx.tenants.get(tenantId))?.data;
    if (!tenant) throw notFound('Account');
    const old = (await tx.apiKeys.get(tenant.apiKeyId))?.data;
    const createdAt = Timestamp.fromMillis(services.clock());
    const id = apiKeyId(pair.apiKey);
    if (tenant.previousApiKeyId) tx.write(apiKeys.remove(tenant.previousApiKeyId));
    const end = Timestamp.fromMillis(services.clock() + overlapHours * 3_600_000);
    if (overlapHours > 0) tx.write(apiKeys.update(tenant.apiKeyId, { expiresAt: end, removeAt: end }));
    else tx.write(apiKeys.remove(tenant.apiKeyId));
    const made = apiKeyDocument(pair, services.config.keyEncryptionKey, { tenantId, active: true, createdAt });
    tx.write(apiKeys.create(id, old?.limits ? { ...made, limits: old.limits } : made));
    tx.write(tenants.update(tenantId, { apiKeyId: id, previousApiKeyId: overlapHours > 0 ? tenant.apiKeyId : null, updatedAt: createdAt }));
    tx.write(
      ...notice.writes,
      activityWrite(services, {
        tenantId,
        projectId: null,
        userId: caller.uid,
        adminId: owner.uid,
        module: 'Administration',
        activity: 'Change Keys',
        kind: 'keysChanged',
        values: { who: caller.name, ...whereFrom(origin) },
      }),
    );
  });
  await Promise.all([waitForPropagation(), deliver(services, notice.mailId)]);
}
