import { Timestamp } from 'firebase-admin/firestore';
import { ApiError, notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { fromWhere } from '../activity/account-activity.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { heardByAllInstances } from '../../store/heard-by-all-instances.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';

/**
 * Replaces the account's key pair. When this resolves the old pair opens nothing, or only for the overlap that was asked for; a
 * pair from an earlier overlap ends at once in either case.
 */
export async function changeKeys(services: Services, caller: Caller, origin: Origin, overlapHours = 0): Promise<void> {
  const { tenants, apiKeys } = collections(services.db);
  const { tenantId, owner } = caller;
  if (!tenantId || !owner) throw new ApiError('permission-denied', 'Only an account has keys.');
  const pair = makeKeyPair(services.config.tokenPepper);
  await services.db.runTransaction(async (tx) => {
    const tenant = (await tx.get(tenants.doc(tenantId))).data();
    if (!tenant) throw notFound('Account');
    const old = (await tx.get(apiKeys.doc(tenant.apiKeyId))).data();
    const createdAt = Timestamp.fromMillis(services.clock());
    const id = apiKeyId(pair.apiKey);
    const active = tenant.ownerActive !== false;
    if (tenant.previousApiKeyId) tx.delete(apiKeys.doc(tenant.previousApiKeyId));
    const end = Timestamp.fromMillis(services.clock() + overlapHours * 3_600_000);
    if (overlapHours > 0) tx.update(apiKeys.doc(tenant.apiKeyId), { expiresAt: end, removeAt: end });
    else tx.delete(apiKeys.doc(tenant.apiKeyId));
    const made = apiKeyDocument(pair, services.config.keyEncryptionKey, { tenantId, active, createdAt });
    tx.create(apiKeys.doc(id), old?.limits ? { ...made, limits: old.limits } : made);
    tx.update(tenants.doc(tenantId), { apiKeyId: id, previousApiKeyId: overlapHours > 0 ? tenant.apiKeyId : null, updatedAt: createdAt });
    activityWrite(services, tx, {
      tenantId,
      projectId: null,
      userId: caller.uid,
      adminId: owner.uid,
      module: 'Administration',
      activity: 'Change Keys',
      description: `${caller.name} changed the API key and the secret key${fromWhere(origin)}.`,
    });
  });
  await heardByAllInstances();
}
