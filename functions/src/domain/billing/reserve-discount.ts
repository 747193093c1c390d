import { invalidField, type Sentence } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { discounts, usedDiscounts } from '../../store/collections.ts';
import { increment, Timestamp } from '../../store/model/values.ts';
import type { DiscountDocument, UsedDiscountDocument } from '../../store/documents/billing-documents.ts';

interface DiscountUse<Subscription> {
  code: string;
  tenantId: string;
  subscriptionId: Subscription;
}

interface Holder {
  tenantId: string;
  uid: string;
}

/**
 * Takes one use of a code before the payment begins, so that two people cannot share the last one. It
 * uses no locks, because many people may use a new code at once.
 * @throws {ApiError} invalid-argument for an unusable code; the message does not reveal codes
 */
export async function reserveDiscount(services: Services, code: string, { tenantId, uid }: Holder): Promise<DiscountDocument> {
  if (!/^[A-Z0-9]{1,40}$/.test(code)) throw refused(say('codeUnknown'));
  return services.store.optimistic(discounts.path(code), async (tx) => {
    const [found, reservation] = await Promise.all([tx.discounts.get(code), tx.usedDiscounts.get(useId(code, tenantId))]);
    const now = services.clock();
    if (!found?.data.is_active || found.data.expiresAt.toMillis() <= now) throw refused(say('codeUnknown'));
    if (reservation && isLeftBehind(reservation.data)) return found.data;
    if (reservation) throw refused(say('codeUsed'));
    if (found.data.number_of_use <= 0) throw refused(say('codeExhausted'));
    const createdAt = Timestamp.fromMillis(now);
    const use: UsedDiscountDocument = { discount_id: code, tenantId, user_id: uid, state: 'reserved', subscriptionId: null, createdAt };
    tx.write(
      discounts.update(code, { number_of_use: increment(-1), uses_taken: increment(1) }),
      usedDiscounts.create(useId(code, tenantId), use),
    );
    return found.data;
  });
}

/** Names the subscription that the use belongs to. */
export async function bindDiscount(services: Services, { code, tenantId, subscriptionId }: DiscountUse<string>): Promise<void> {
  await services.store.commit([usedDiscounts.update(useId(code, tenantId), { subscriptionId })]);
}

/** The first payment has gone through. */
export function spendDiscount(services: Services, { code, tenantId, subscriptionId }: DiscountUse<string>): Promise<void> {
  const id = useId(code, tenantId);
  return services.store.optimistic(usedDiscounts.path(id), async (tx) => {
    const row = await tx.usedDiscounts.get(id);
    if (row?.data.state === 'reserved') tx.write(usedDiscounts.update(id, { state: 'used', subscriptionId }));
  });
}

/** Returns a use after a failed payment. Without a subscription's id it releases the reservation that has none yet. */
export function releaseDiscount(services: Services, { code, tenantId, subscriptionId }: DiscountUse<string | null>): Promise<void> {
  const id = useId(code, tenantId);
  return services.store.optimistic(discounts.path(code), async (tx) => {
    const row = (await tx.usedDiscounts.get(id))?.data;
    if (row?.state !== 'reserved' || (row.subscriptionId !== null && row.subscriptionId !== subscriptionId)) return;
    tx.write(usedDiscounts.remove(id), discounts.update(code, { number_of_use: increment(1), uses_taken: increment(-1) }));
  });
}

/** Orders of an account run one at a time: a use without a subscription is of a process that ended in between. */
const isLeftBehind = ({ state, subscriptionId }: UsedDiscountDocument) => state === 'reserved' && subscriptionId === null;

const useId = (code: string, tenantId: string) => `${code}_${tenantId}`;
const refused = (message: Sentence) => invalidField('discountCode', message);
