import type { Services } from '../../services/services.ts';

/** Plans for sale, cheapest first. */
export async function listProducts(services: Services) {
  const { rows } = await services.store.products.query({ where: [['deletedAt', '==', null]], limit: 100 });
  return rows
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
