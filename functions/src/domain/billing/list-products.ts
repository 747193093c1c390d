import type { ProductDocument } from '../../store/documents/documents.ts';
import type { Services } from '../../services/services.ts';

/** Whether anybody can buy it: plans are paid in periods, so a product that does not recur is offered nowhere. */
export function isForSale({ deletedAt, recurring, price, stripePriceId }: ProductDocument): boolean {
  return deletedAt === null && recurring && (price === 0 || stripePriceId !== null);
}

/** Plans for sale, cheapest first. */
export async function listProducts(services: Services) {
  const { rows } = await services.store.products.query({ where: [['deletedAt', '==', null]], limit: 100 });
  return rows
    .filter(({ data }) => isForSale(data))
    .sort((a, b) => a.data.price - b.data.price)
    .map(({ id, data: product }) => ({
      id,
      name: product.name,
      description: product.description,
      price: product.price,
      currency: product.currency,
      tier: product.tier,
      usageLimit: product.usageLimit,
      recurring: product.recurring,
      interval: product.interval,
    }));
}
