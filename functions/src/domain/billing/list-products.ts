import type { ProductDocument } from '../../store/documents/documents.ts';
import type { Services } from '../../services/services.ts';

/** Whether anybody can buy it: plans are paid in periods, so a product that does not recur is offered nowhere. */
export function isForSale({ deletedAt, recurring, price, stripePriceId }: ProductDocument): boolean {
  return deletedAt === null && recurring && (price === 0 || stripePriceId !== null);
}

/** Plans for sale, cheapest first; the one that was marked last is the most chosen. */
export async function listProducts(services: Services) {
  const { rows } = await services.store.products.query({ where: [['deletedAt', '==', null]], limit: 100 });
  const forSale = rows.filter(({ data }) => isForSale(data));
  const marked = forSale
    .filter(({ data }) => data.mostChosen)
    .toSorted((a, b) => a.data.updatedAt.toMillis() - b.data.updatedAt.toMillis());
  return forSale
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
      mostChosen: id === marked.at(-1)?.id,
    }));
}
