import type { UpgradePreview } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { dayText } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';
import '../../texts/upgrade.ts';
import { usePreview } from './billing-queries.ts';
import { dollars } from './money.ts';

/** Tells a subscriber what a change of plan costs now, and when the plan begins. @param isFrozen while it is being paid */
export function UpgradePrice({ productId, isFrozen }: { productId: string; isFrozen: boolean }) {
  const preview = usePreview(productId, !isFrozen);
  return (
    <Typography component="output" color="textSecondary">
      {preview.data ? textOf(preview.data) : t(preview.isError ? 'billing.priceUnknown' : 'billing.priceAsked')}
    </Typography>
  );
}

function textOf({ amount, credit, begins }: UpgradePreview): string {
  if (amount === null) return t('billing.priceDifference');
  const price = dollars(amount / 100);
  if (begins === null && amount === 0 && credit > 0) return t('billing.priceCredit', { price: dollars(credit / 100) });
  if (begins === null) return amount > 0 ? t('billing.priceNow', { price }) : t('billing.priceNothing');
  return t(amount > 0 ? 'billing.priceOwed' : 'billing.priceLater', { price, date: dayText(begins) });
}
