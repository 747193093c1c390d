import type { BillingOverview, CreditPurchase, Plan, UpgradeAnswer, UpgradePreview } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import type { Answer } from '../../texts/index.ts';

const billingKey = ['billing'] as const;
/** Payments wait for banks. */
const timeout = 60_000;

/** The account's plan, card and invoices. @param isWanted false: they are not asked for yet */
export function useBilling(isWanted = true) {
  return useQuery({
    queryKey: billingKey,
    queryFn: ({ signal }) => api.get<{ data: BillingOverview }>('/billing', { signal }),
    select: (answer) => answer.data,
    enabled: isWanted,
  });
}

/** The page follows what events, staff and other windows do to the account. */
export function useLiveBilling() {
  const { tenantId } = useSignedIn();
  return useLiveInvalidation(tenantId ? { path: `tenants/${tenantId}` } : null, billingKey);
}

export function usePlans() {
  return useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.get<{ data: Plan[] }>('/subscriptions/premium-products', { signal }),
    select: (answer) => answer.data,
    retry: false,
  });
}

/** Asks what a change to the plan costs now. */
export function usePreview(productId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['plans', 'preview', productId],
    queryFn: ({ signal }) => api.get<{ data: UpgradePreview }>('/subscriptions/upgrade/preview', { query: { productId }, signal }),
    select: (answer) => answer.data,
    enabled: isWanted,
    retry: false,
    gcTime: 0,
  });
}

export interface PlanOrder {
  /** Absent for a free plan, and where the card on file pays. */
  paymentMethodId?: string;
  productId: string;
  discountCode?: string;
}

export const orderPlan = (order: PlanOrder) => api.post<UpgradeAnswer>('/subscriptions/upgrade/premium', order, { timeout });
export const takeUpPayment = () => api.post<UpgradeAnswer>('/subscriptions/pending-payment', {}, { timeout });
export const tellConfirmed = () => api.post('/subscriptions/confirmed', {}, { timeout });

export interface CardAnswer {
  message?: string;
  requiresAction?: boolean;
  clientSecret?: string;
}

export const sendCard = (paymentMethodId: string, subscriptionId: string) =>
  api.post<CardAnswer>('/subscriptions/change-payment', { paymentMethodId, subscriptionId }, { timeout });

export function useCancelSubscription() {
  return useBillingMutation(() => api.post('/subscriptions/cancel', {}, { timeout }));
}

export function useUndoCancel() {
  return useBillingMutation(() => api.post('/subscriptions/undo-cancel', {}, { timeout }));
}

/** @param idempotencyKey of the opened dialog */
export function usePurchaseCredits(idempotencyKey: string) {
  const refresh = useRefreshBilling();
  return useMutation({
    mutationFn: (purchase: CreditPurchase) =>
      api.post<Answer & { data?: { credits: number } }>('/purchase-credits', purchase, { idempotencyKey, timeout }),
    onSuccess: () => void refresh(), // the form waits for no panel
  });
}

/** Shows what has changed in every panel that knows of it. */
export function useRefreshBilling(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: billingKey }), client.invalidateQueries({ queryKey: ['apiUsage'] })]);
  };
}

function useBillingMutation<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const refresh = useRefreshBilling();
  return useMutation({ mutationFn, onSuccess: refresh });
}
