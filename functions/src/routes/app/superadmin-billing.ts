import {
  DiscountChange,
  DiscountInput,
  PlanChange,
  type OfficeProduct,
  ProductChange,
  ProductInput,
  officeMessages,
} from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { addDiscount, updateDiscount } from '../../domain/billing/save-discount.ts';
import { addProduct, deleteProduct, updateProduct } from '../../domain/billing/save-product.ts';
import { changeSubscription } from '../../domain/office/change-subscription.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { handle } from '../../http/handle.ts';
import { PathId } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { officeListCalls } from './office-list-calls.ts';

const shownOfProduct = ['stripeProductId', 'currency', 'warning', 'deletedAt'] satisfies (keyof OfficeProduct)[];

const ProductPath = z.object({ productId: PathId });
/** A code is the id of its document and accepted in any letter case. */
const CodePath = z.object({ code: PathId.transform((code) => code.toUpperCase()) });
const UserPath = z.object({ userId: PathId });

/** Plans, codes and accounts' payments, for staff. */
export function superadminBillingRoutes(services: Services, guards: AccountGuards): Router {
  const staff = guards.may('superadmin');
  return routes({
    '/superadmin/add-product': {
      post: handle(staff, { body: ProductInput, status: 201 }, async ({ caller, body, req }) => ({
        message: officeMessages.productAdded,
        data: { id: await addProduct(services, { by: caller, input: body, key: idempotencyKey(req) }) },
      })),
    },
    '/superadmin/products/:productId': {
      put: handle(
        staff,
        { params: ProductPath, body: ProductChange, echoed: shownOfProduct },
        async ({ caller, params: { productId }, body }) => {
          await updateProduct(services, { by: caller, id: productId, input: body });
          return { message: officeMessages.productUpdated };
        },
      ),
      delete: handle(staff, { params: ProductPath }, async ({ caller, params: { productId } }) => {
        await deleteProduct(services, caller, productId);
        return { message: officeMessages.productDeleted };
      }),
    },
    '/superadmin/discounts': {
      get: officeListCalls(services, guards, 'discounts').page,
      post: handle(staff, { body: DiscountInput, status: 201 }, async ({ caller, body, req }) => ({
        message: officeMessages.discountAdded,
        data: { code: await addDiscount(services, { by: caller, input: body, key: idempotencyKey(req) }) },
      })),
    },
    '/superadmin/discounts/:code': {
      put: handle(staff, { params: CodePath, body: DiscountChange, echoed: ['code'] }, async ({ caller, params: { code }, body, req }) => {
        await updateDiscount(services, { by: caller, discount: { code, key: idempotencyKey(req) }, change: body });
        return { message: officeMessages.discountUpdated };
      }),
    },
    '/superadmin/users/:userId/change-subscription': {
      put: handle(staff, { params: UserPath, body: PlanChange }, async ({ caller, params, body }) => {
        await changeSubscription(services, { caller, userId: params.userId, change: body });
        return { message: 'The subscription has been changed.' };
      }),
    },
  });
}
