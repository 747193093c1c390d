import type { Router } from 'express';
import { listProducts } from '../../domain/billing/list-products.ts';
import { anyone, handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

export function productRoutes(services: Services): Router {
  return routes({
    '/subscriptions/premium-products': { get: handle(anyone, {}, async () => ({ data: await listProducts(services) })) },
  });
}
