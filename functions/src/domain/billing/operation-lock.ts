import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { billingOps } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { providerFailure } from './provider-failure.ts';

const leaseMillis = 120_000;

/**
 * Runs one change of an account's billing at a time, and none once the account is deleted: nobody could end what it bought.
 * @throws {ApiError} conflict while another one runs, not-found for a deleted account, unavailable when the provider is
 */
export async function oneAtATime<T>(
  services: Services,
  { tenantId, operation, work }: { tenantId: string; operation: string; work: () => Promise<T> },
): Promise<T> {
  const token = `${operation}:${services.makeId().id}`;
  await services.store.transaction(async (tx) => {
    const [running, tenant] = await Promise.all([tx.billingOps.get(tenantId), tx.tenants.get(tenantId)]);
    if (!tenant) throw notFound('Account');
    const now = services.clock();
    if (running?.data.operation && running.data.leaseUntil.toMillis() > now)
      throw new ApiError('conflict', say('inProgress'), { retryAfter: 2 });
    tx.write(billingOps.merge(tenantId, { operation: token, leaseUntil: Timestamp.fromMillis(now + leaseMillis) }));
  });
  try {
    return await work();
  } catch (error) {
    throw providerFailure(error);
  } finally {
    await services.store.transaction(async (tx) => {
      if ((await tx.billingOps.get(tenantId))?.data.operation === token) tx.write(billingOps.update(tenantId, { operation: null }));
    });
  }
}
