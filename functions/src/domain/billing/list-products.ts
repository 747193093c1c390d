import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';

/** Plans for sale, cheapest first. */
export async function listProducts(services: Services) {
  const { docs } = await collections(services.db).products.where('deletedAt', '==', null).limit(100).get();
  return docs
    .map((doc) => ({ id: doc.id, product: doc.data() }))
    .sort((a, b) => a.product.price - b.product.price)
    .map(({ id, product }) => ({
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
