import { randomInt } from 'node:crypto';
import type { DiscountChange, DiscountInput } from '@bedplate/contract';
import { invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { discounts } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { DiscountDocument } from '../../store/documents/billing-documents.ts';
import type { Caller } from '../callers/caller.ts';
import { askingProvider } from './provider-failure.ts';
import { overStanding } from '../../validation/over-standing.ts';
import { changeAudited, createAudited } from '../activity/audit.ts';
import { createOnce, noteOf, noteWrite } from '../activity/once.ts';

type Expiring = Pick<DiscountDocument, 'expiresAt'>;

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * @param key names the dialog in which it was ordered; the same key makes one code
 * @returns the code that was made up for it
 * @throws {ApiError} invalid-argument when it would be over already
 */
export function addDiscount(services: Services, { by, input, key }: { by: Caller; input: DiscountInput; key?: string }): Promise<string> {
  const action = 'Add discount';
  return createOnce(services.store, {
    order: { by, action, key },
    input,
    create: async (note) => {
      const fields = fieldsOf(input);
      requireToCome(services, fields);
      const code = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
      const now = Timestamp.fromMillis(services.clock());
      const mirror = await askingProvider(() => mirrored(services, code, input));
      const discount: DiscountDocument = { code, ...fields, ...mirror, createdAt: now, updatedAt: now };
      await createAudited(services, by, { action, target: discounts.path(code), document: discount, with: note(code) });
      return code;
    },
  });
}

/**
 * Values cannot be changed at the provider: other ones make a new coupon under the same code. Uses taken since the caller saw the
 * code stay taken; of two staff who set the uses, the later one has set them. What one dialog (`key`) sends again counts once: its
 * last values stand.
 * @throws {ApiError} invalid-argument for another day of expiry that is over: what ends a code early is `is_active`
 */
export async function updateDiscount(
  services: Services,
  {
    by,
    discount: { code, key },
    change: { seen_uses_taken: seen, changed, ...given },
  }: { by: Caller; discount: { code: string; key?: string | undefined }; change: DiscountChange },
): Promise<void> {
  const before = (await services.store.discounts.get(code))?.data;
  if (!before) throw notFound('Discount');
  const standing = { ...before, expiresAt: before.expiresAt.toDate().toISOString() };
  const input = overStanding(given, { standing, changed, pairs: [['percentage_value', 'fixed_value']] });
  const fields = fieldsOf(input);
  if (!isOneDay(fields, before)) requireToCome(services, fields);
  const isSame =
    before.percentage_value === fields.percentage_value &&
    before.fixed_value === fields.fixed_value &&
    before.expiresAt.toMillis() === fields.expiresAt.toMillis() &&
    before.is_active === fields.is_active;
  const mirror = isSame ? {} : await askingProvider(() => replaced(services, before, input));
  const changes = { ...fields, ...mirror, updatedAt: Timestamp.fromMillis(services.clock()) };
  const action = 'Update discount';
  const order = { by, action, key };
  await changeAudited<DiscountDocument>(services, by, {
    action,
    target: discounts.path(code),
    async changes({ number_of_use: left, uses_taken: taken = 0, description }, tx) {
      const asked = await noteOf(tx, order);
      const [uses, from = seen ?? taken] = asked?.split(' ').map(Number) ?? [];
      const isSet = uses !== given.number_of_use && (!changed || changed.includes('number_of_use'));
      const wanted = isSet ? Math.max(0, given.number_of_use - (taken - from)) : left;
      if (asked !== null && isSame && wanted === left && description === fields.description) return null;
      tx.write(...noteWrite(order, `${given.number_of_use} ${from}`));
      return { ...changes, number_of_use: wanted };
    },
  });
}

function requireToCome({ clock }: Pick<Services, 'clock'>, { expiresAt }: Expiring): void {
  if (expiresAt.toMillis() <= clock()) throw invalidField('expiresAt', say('expiryPast'));
}

/** A form shows the day of a moment, and sends that. */
function isOneDay(one: Expiring, other: Expiring): boolean {
  return dayOf(one) === dayOf(other);
}

const dayOf = ({ expiresAt }: Expiring) => expiresAt.toDate().toISOString().slice(0, 10);

async function replaced(services: Services, { code, promotionCodeId }: DiscountDocument, input: DiscountInput) {
  if (promotionCodeId) await services.stripe.promotionCodes.update(promotionCodeId, { active: false });
  return mirrored(services, code, input);
}

/** Copies a code to the provider, unless it is inactive or expired. */
async function mirrored(services: Services, code: string, input: DiscountInput) {
  const { percentage_value: percent, fixed_value: fixed, expiresAt } = fieldsOf(input);
  if (!input.is_active || expiresAt.toMillis() <= services.clock()) return { couponId: null, promotionCodeId: null };
  const metadata = { code, env: services.config.projectId };
  const value = percent === null ? { amount_off: Math.round((fixed ?? 0) * 100), currency: 'usd' } : { percent_off: percent };
  const coupon = await services.stripe.coupons.create({ ...value, duration: 'once', metadata });
  const promotion = await services.stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code,
    expires_at: Math.floor(expiresAt.toMillis() / 1000),
    metadata,
  });
  return { couponId: coupon.id, promotionCodeId: promotion.id };
}

function fieldsOf({ description, percentage_value, fixed_value, number_of_use, expiresAt, is_active }: DiscountInput) {
  // A bare date is good until that day ends.
  const until = expiresAt.length === 10 ? Date.parse(`${expiresAt}T23:59:59Z`) : Date.parse(expiresAt);
  return {
    description,
    percentage_value: percentage_value || null,
    fixed_value: fixed_value || null,
    number_of_use,
    is_active,
    expiresAt: Timestamp.fromMillis(until),
  };
}
