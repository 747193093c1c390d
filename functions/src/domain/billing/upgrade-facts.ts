import { billingTexts, type PremiumUpgrade, type UpgradeAnswer } from '@bedplate/contract';
import type { Stays } from './card-refusal.ts';
import type { ProductDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';

/** The facts that an upgrade collects before it touches a plan. */
export interface UpgradeFacts {
  tenantId: string;
  customer: string;
  caller: Caller;
  order: PremiumUpgrade;
  product: ProductDocument;
  card: { id: string; stays: Stays };
  /** Names this try towards the provider; each card entry is another one. */
  attempt: string;
}

export const active = (): UpgradeAnswer => ({ success: true, message: billingTexts.upgraded, status: 'active' });

export const actionRequired = (clientSecret: string | null): UpgradeAnswer => ({
  success: true,
  message: billingTexts.actionRequired,
  status: 'incomplete',
  requiresAction: true,
  clientSecret: clientSecret ?? '',
});
