import { ApiError, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { billingOps } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { providerFailure } from './provider-failure.ts';

const leaseMillis = 120_000;

/** Runs one change of an account's billing at a time. @throws {ApiError} conflict while another one runs, unavailable when the provider is */
export async function oneAtATime<T>(services: Services, tenantId: string, operation: string, work: () => Promise<T>): Promise<T> {
  const token = `${operation}:${services.makeId().id}`;
  await services.store.transaction(async (tx) => {
    const running = (await tx.billingOps.get(tenantId))?.data;
    const now = services.clock();
    if (running?.operation && running.leaseUntil.toMillis() > now) throw new ApiError('conflict', say('inProgress'), { retryAfter: 2 });
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
