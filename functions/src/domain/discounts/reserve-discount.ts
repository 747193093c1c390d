import { billingTexts } from '@bedplate/contract';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import type { DiscountDocument } from '../../store/billing-documents.ts';
import { collections } from '../../store/collections.ts';

interface Holder {
  tenantId: string;
  uid: string;
}

/**
 * Takes one use of a code before the payment begins, so that two people cannot share the last one.
 * @throws {ApiError} invalid-argument for a code that cannot be used, without saying more than the person may know
 */
export async function reserveDiscount(services: Services, code: string, { tenantId, uid }: Holder): Promise<DiscountDocument> {
  if (!/^[A-Z0-9]{1,40}$/.test(code)) throw refused(billingTexts.codeUnknown);
  const { discounts, usedDiscounts } = collections(services.db);
  const used = usedDiscounts.doc(`${code}_${tenantId}`);
  return services.db.runTransaction(async (tx) => {
    const [found, reservation] = await Promise.all([tx.get(discounts.doc(code)), tx.get(used)]);
    const discount = found.data();
    const now = services.clock();
    if (!discount?.is_active || discount.expiresAt.toMillis() <= now) throw refused(billingTexts.codeUnknown);
    if (reservation.exists) throw refused(billingTexts.codeUsed);
    if (discount.number_of_use <= 0) throw refused(billingTexts.codeExhausted);
    tx.update(found.ref, { number_of_use: FieldValue.increment(-1) });
    const createdAt = Timestamp.fromMillis(now);
    tx.create(used, { discount_id: code, tenantId, user_id: uid, state: 'reserved', subscriptionId: null, createdAt });
    return discount;
  });
}

/** Names the subscription that the use belongs to. */
export async function bindDiscount(services: Services, code: string, tenantId: string, subscriptionId: string): Promise<void> {
  await collections(services.db).usedDiscounts.doc(`${code}_${tenantId}`).update({ subscriptionId });
}

/** The first payment has gone through. */
export function spendDiscount(services: Services, code: string, tenantId: string, subscriptionId: string): Promise<void> {
  const ref = collections(services.db).usedDiscounts.doc(`${code}_${tenantId}`);
  return services.db.runTransaction(async (tx) => {
    const row = (await tx.get(ref)).data();
    if (row?.state === 'reserved') tx.update(ref, { state: 'used', subscriptionId });
  });
}

/** Gives a use back when its payment came to nothing. @param subscriptionId null: the reservation that has none yet */
export function releaseDiscount(services: Services, code: string, tenantId: string, subscriptionId: string | null): Promise<void> {
  const { discounts, usedDiscounts } = collections(services.db);
  const ref = usedDiscounts.doc(`${code}_${tenantId}`);
  return services.db.runTransaction(async (tx) => {
    const row = (await tx.get(ref)).data();
    if (row?.state !== 'reserved' || (row.subscriptionId !== null && row.subscriptionId !== subscriptionId)) return;
    tx.delete(ref);
    tx.update(discounts.doc(code), { number_of_use: FieldValue.increment(1) });
  });
}

function refused(message: string): ApiError {
  return new ApiError('invalid-argument', message, { details: [{ field: 'discountCode', message }] });
}
