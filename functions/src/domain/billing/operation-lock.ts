import { billingTexts } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { providerFailure } from './provider-failure.ts';

const leaseMillis = 120_000;

/** Runs one change of an account's billing at a time. @throws {ApiError} conflict while another one runs, unavailable when the provider is */
export async function oneAtATime<T>(services: Services, tenantId: string, operation: string, work: () => Promise<T>): Promise<T> {
  const ref = collections(services.db).billingOps.doc(tenantId);
  const token = `${operation}:${services.makeId().id}`;
  await services.db.runTransaction(async (tx) => {
    const running = (await tx.get(ref)).data();
    const now = services.clock();
    if (running?.operation && running.leaseUntil.toMillis() > now)
      throw new ApiError('conflict', billingTexts.inProgress, { retryAfter: 2 });
    tx.set(ref, { operation: token, leaseUntil: Timestamp.fromMillis(now + leaseMillis) }, { merge: true });
  });
  try {
    return await work();
  } catch (error) {
    throw providerFailure(error);
  } finally {
    await services.db.runTransaction(async (tx) => {
      if ((await tx.get(ref)).data()?.operation === token) tx.update(ref, { operation: null });
    });
  }
}
