import type { BillingOverview } from '@bedplate/contract';
import { dayText } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';

/** @returns the account's plan in one sentence: its name, and what becomes of it */
export function planSentence({ isActive, product, isGift, status, renewsAt, expiresAt, nextProduct }: BillingOverview): string {
  if (!isActive || !product) return t('billing.planNone');
  const name = product.name.toUpperCase();
  if (isGift) return expiresAt ? t('billing.planGiftUntil', { name, date: dayText(expiresAt) }) : t('billing.planGift', { name });
  if (status === 'cancelled')
    return expiresAt ? t('billing.planEnds', { name, date: dayText(expiresAt) }) : t('billing.planHeld', { name });
  if (!renewsAt) return t('billing.planHeld', { name });
  const values = { name, date: dayText(renewsAt) };
  return nextProduct ? t('billing.planFollowed', { ...values, next: nextProduct.name.toUpperCase() }) : t('billing.planRenews', values);
}
