import { billingTexts } from '@bedplate/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { DiscountDocument, UsedDiscountDocument } from '../../store/documents/billing-documents.ts';
import { collections } from '../../store/collections.ts';
import { create, remove, update } from '../../store/model/writes.ts';

interface Holder {
  tenantId: string;
  uid: string;
}

/**
 * Takes one use of a code before the payment begins, so that two people cannot share the last one. A crowd that has just heard of a
 * code waits for no locks.
 * @throws {ApiError} invalid-argument for a code that cannot be used, without saying more than the person may know
 */
export async function reserveDiscount(services: Services, code: string, { tenantId, uid }: Holder): Promise<DiscountDocument> {
  if (!/^[A-Z0-9]{1,40}$/.test(code)) throw refused(billingTexts.codeUnknown);
  return services.records.store.optimistic(discountPath(code), async (tx) => {
    const [found, reservation] = await Promise.all([
      tx.get<DiscountDocument>(discountPath(code)),
      tx.get<UsedDiscountDocument>(usePath(code, tenantId)),
    ]);
    const now = services.clock();
    if (!found?.data.is_active || found.data.expiresAt.toMillis() <= now) throw refused(billingTexts.codeUnknown);
    if (reservation && isLeftBehind(reservation.data)) return found.data;
    if (reservation) throw refused(billingTexts.codeUsed);
    if (found.data.number_of_use <= 0) throw refused(billingTexts.codeExhausted);
    const createdAt = Timestamp.fromMillis(now);
    const use: UsedDiscountDocument = { discount_id: code, tenantId, user_id: uid, state: 'reserved', subscriptionId: null, createdAt };
    tx.write(update(discountPath(code), { number_of_use: FieldValue.increment(-1) }), create(usePath(code, tenantId), use));
    return found.data;
  });
}

/** Names the subscription that the use belongs to. */
export async function bindDiscount(services: Services, code: string, tenantId: string, subscriptionId: string): Promise<void> {
  await collections(services.db).usedDiscounts.doc(`${code}_${tenantId}`).update({ subscriptionId });
}

/** The first payment has gone through. */
export function spendDiscount(services: Services, code: string, tenantId: string, subscriptionId: string): Promise<void> {
  const path = usePath(code, tenantId);
  return services.records.store.optimistic(path, async (tx) => {
    const row = await tx.get<UsedDiscountDocument>(path);
    if (row?.data.state === 'reserved') tx.write(update(path, { state: 'used', subscriptionId }));
  });
}

/** Gives a use back when its payment came to nothing. @param subscriptionId null: the reservation that has none yet */
export function releaseDiscount(services: Services, code: string, tenantId: string, subscriptionId: string | null): Promise<void> {
  const path = usePath(code, tenantId);
  return services.records.store.optimistic(discountPath(code), async (tx) => {
    const row = (await tx.get<UsedDiscountDocument>(path))?.data;
    if (row?.state !== 'reserved' || (row.subscriptionId !== null && row.subscriptionId !== subscriptionId)) return;
    tx.write(remove(path), update(discountPath(code), { number_of_use: FieldValue.increment(1) }));
  });
}

/** Orders of an account run one at a time: a use without a subscription is of a process that ended in between. */
const isLeftBehind = ({ state, subscriptionId }: UsedDiscountDocument) => state === 'reserved' && subscriptionId === null;

const discountPath = (code: string) => `discounts/${code}`;
const usePath = (code: string, tenantId: string) => `usedDiscounts/${code}_${tenantId}`;

function refused(message: string): ApiError {
  return new ApiError('invalid-argument', message, { details: [{ field: 'discountCode', message }] });
}
