import { billingTexts, CardChange, CreditPurchase, PremiumUpgrade, rendered, UpgradePreviewQuery } from '@bedplate/contract';
import type { Router } from 'express';
import { applyAccountSoon } from '../../domain/billing/apply-account-soon.ts';
import { billingOverview } from '../../domain/billing/billing-overview.ts';
import { cancelSubscription, resumeSubscription } from '../../domain/billing/cancel.ts';
import { changeCard } from '../../domain/billing/change-card.ts';
import { takeUpPayment } from '../../domain/billing/pending-payment.ts';
import { previewUpgrade } from '../../domain/billing/preview-upgrade.ts';
import { askingProvider } from '../../domain/billing/provider-failure.ts';
import { purchaseCredits } from '../../domain/billing/purchase-credits.ts';
import { upgrade } from '../../domain/billing/upgrade.ts';
import { accountOf } from '../../domain/callers/member-of.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

/** Plans, cards and credits of the caller's own account. */
export function billingRoutes(services: Services, { may }: AccountGuards): Router {
  const owner = may('billing.manage');
  const buyer = ifOn(services, 'purchases', owner);
  return routes({
    '/billing': { get: handle(owner, {}, async ({ caller }) => ({ data: await billingOverview(services, caller) })) },
    '/subscriptions/upgrade/premium': {
      post: handle(buyer, { body: PremiumUpgrade }, async ({ caller, body }) => ({ ...(await upgrade(services, caller, body)) })),
    },
    '/subscriptions/upgrade/preview': {
      get: handle(owner, { query: UpgradePreviewQuery }, async ({ caller, query }) => ({
        data: await previewUpgrade(services, caller, query.productId),
      })),
    },
    '/subscriptions/pending-payment': {
      post: handle(owner, {}, async ({ caller }) => ({ ...(await takeUpPayment(services, caller)) })),
    },
    '/subscriptions/confirmed': {
      post: handle(owner, {}, async ({ caller }) => {
        await askingProvider(() => applyAccountSoon(services, accountOf(caller).tenantId));
        return { message: billingTexts.upgraded };
      }),
    },
    '/subscriptions/cancel': {
      post: handle(owner, {}, async ({ caller }) => {
        await cancelSubscription(services, caller);
        return { message: billingTexts.cancelled };
      }),
    },
    '/subscriptions/undo-cancel': {
      post: handle(owner, {}, async ({ caller }) => {
        await resumeSubscription(services, caller);
        return { message: billingTexts.upgraded };
      }),
    },
    '/subscriptions/change-payment': {
      post: handle(owner, { body: CardChange }, async ({ caller, body }) => ({ ...(await changeCard(services, caller, body)) })),
    },
    '/purchase-credits': {
      post: handle(buyer, { body: CreditPurchase }, async ({ caller, body, req }) => {
        const { credits } = await purchaseCredits(services, { caller, amount: body.amount, key: idempotencyKey(req) });
        return { message: rendered(billingTexts.creditsBought, { credits: credits.toLocaleString('en-US') }), data: { credits } };
      }),
    },
  });
}
