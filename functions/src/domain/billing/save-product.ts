import { randomBytes } from 'node:crypto';
import type { ProductChange, ProductInput } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { products } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { ProductDocument } from '../../store/documents/documents.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { Caller } from '../callers/caller.ts';
import { endAtPeriodEnd, goesOn } from './end-deleted.ts';
import { productOf } from './plan-state.ts';
import { askingProvider } from './provider-failure.ts';
import { severalAtOnce } from '../../runtime/several-at-once.ts';
import { overStanding } from '../../validation/over-standing.ts';
import { auditWrite, changeAudited, createAudited } from '../activity/audit.ts';
import { createOnce } from '../activity/once.ts';

/** Requests to the provider under way at the same moment. */
const together = 8;

/** A new plan, here and at the payment provider. @param key names the dialog; the same key makes one plan @returns its id */
export function addProduct(services: Services, { by, input, key }: { by: Caller; input: ProductInput; key?: string }): Promise<string> {
  const action = 'Add product';
  return createOnce(services.store, {
    order: { by, action, key },
    input,
    create: async (note) => {
      const id = randomBytes(10).toString('hex');
      const now = Timestamp.fromMillis(services.clock());
      const mirror = await askingProvider(() => mirrored(services, { id, input, before: null }));
      const fields = { ...fieldsOf(input), mostChosen: input.mostChosen === true };
      const product: ProductDocument = { ...fields, ...mirror, createdAt: now, updatedAt: now, deletedAt: null };
      const unmarked = fields.mostChosen ? await unmarkedOthers(services, by, id) : [];
      await createAudited(services, by, { action, target: products.path(id), document: product, with: [...note(id), ...unmarked] });
      return id;
    },
  });
}

/** A price cannot be changed there: another price or interval makes a new one, and present subscribers keep the old. */
export async function updateProduct(
  services: Services,
  { by, id, input: { changed: own, ...given } }: { by: Caller; id: string; input: ProductChange },
): Promise<void> {
  const before = await existing(services, id);
  const standing = { ...given, ...before, mostChosen: before.mostChosen === true } as ProductInput; // its tier may be of old
  const input = overStanding(given, { standing, changed: own, pairs: [['recurring', 'interval']] });
  const mirror = await askingProvider(() => mirrored(services, { id, input, before }));
  const mostChosen = input.mostChosen ?? before.mostChosen === true;
  const changed = { ...fieldsOf(input), mostChosen, ...mirror, updatedAt: Timestamp.fromMillis(services.clock()) };
  const unmarked = mostChosen && !before.mostChosen ? await unmarkedOthers(services, by, id) : [];
  const changes = (_: ProductDocument, tx: Transaction) => {
    tx.write(...unmarked);
    return changed;
  };
  await changeAudited(services, by, { action: 'Update product', target: products.path(id), changes });
}

/**
 * No longer for sale. Subscribers keep it until their paid period ends. What the payment provider could not do is done by the next
 * try, or by the nightly job.
 * @throws {ApiError} not-found once all of it is done
 */
export async function deleteProduct(services: Services, by: Caller, id: string): Promise<void> {
  const product = (await services.store.products.get(id))?.data;
  if (!product || (product.deletedAt && !product.unfinished)) throw notFound('Product');
  if (!product.deletedAt) {
    const now = Timestamp.fromMillis(services.clock());
    const changes = { deletedAt: now, updatedAt: now, unfinished: product.stripeProductId !== null };
    await changeAudited(services, by, { action: 'Delete product', target: products.path(id), changes });
  }
  await askingProvider(() => finishDeletion(services, id));
}

/** Ids of deleted products that the payment provider, or one of their subscribers there, may not have heard of. */
export async function unfinishedProducts({ store }: Services): Promise<string[]> {
  const { rows } = await store.products.query({ where: [['unfinished', '==', true]], limit: 100 });
  return rows.map(({ id }) => id);
}

/** Ends a deleted product's sale at the payment provider, and then what is subscribed. Each step may be done again. */
export async function finishDeletion(services: Services, id: string): Promise<void> {
  const { stripeProductId, stripePriceId } = (await services.store.products.get(id))?.data ?? {};
  if (!stripeProductId) return;
  if (stripePriceId) await services.stripe.prices.update(stripePriceId, { active: false });
  await services.stripe.products.update(stripeProductId, { active: false });
  const failures: unknown[] = [];
  // Without a status it lists all that have not ended. One that fails does not keep the others from it.
  await severalAtOnce(services.stripe.subscriptions.list({ limit: 100 }), together, async (subscription) => {
    if (productOf(subscription) !== id || !goesOn(subscription)) return;
    await endAtPeriodEnd(services, subscription).catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
  await services.store.commit([products.update(id, { unfinished: false })]);
}

/** The site recommends one plan: what takes the mark away from the others, in the audit too. */
async function unmarkedOthers(services: Services, by: Caller, id: string): Promise<Write[]> {
  const { rows } = await services.store.products.query({ where: [['mostChosen', '==', true]], limit: 100 });
  return rows
    .filter((row) => row.id !== id)
    .flatMap((row) => [
      products.update(row.id, { mostChosen: false }),
      auditWrite(services, by, {
        action: 'Update product',
        target: products.path(row.id),
        before: row.data,
        after: { ...row.data, mostChosen: false },
      }),
    ]);
}

async function existing(services: Services, id: string): Promise<ProductDocument> {
  const product = (await services.store.products.get(id))?.data;
  if (!product || product.deletedAt) throw notFound('Product');
  return product;
}

function fieldsOf({ name, description, tier, price, usageLimit, recurring, interval }: ProductInput) {
  return { name, description, tier, price, currency: 'usd', usageLimit, recurring, interval: recurring ? (interval ?? 'month') : null };
}

async function mirrored(services: Services, { id, input, before }: { id: string; input: ProductInput; before: ProductDocument | null }) {
  if (input.price === 0 || !input.recurring) return { stripeProductId: before?.stripeProductId ?? null, stripePriceId: null };
  const metadata = { productId: id, env: services.config.projectId };
  const { name, description } = input;
  const product = before?.stripeProductId
    ? await services.stripe.products.update(before.stripeProductId, { name, description })
    : await services.stripe.products.create(
        { name, description, metadata },
        { idempotencyKey: `product:${services.config.projectId}:${id}` },
      );
  const isSame = before?.stripePriceId && before.price === input.price && before.interval === input.interval;
  if (isSame) return { stripeProductId: product.id, stripePriceId: before.stripePriceId };
  const { id: stripePriceId } = await services.stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: Math.round(input.price * 100),
    recurring: { interval: input.interval ?? 'month' },
    metadata,
  });
  if (before?.stripePriceId) await services.stripe.prices.update(before.stripePriceId, { active: false });
  return { stripeProductId: product.id, stripePriceId };
}
