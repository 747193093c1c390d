import type { OfficeProduct } from '@bedplate/contract';
import Box from '@mui/material/Box';

type Price = Pick<OfficeProduct, 'price' | 'currency'>;

/** @returns '1,234.50 USD' */
export function priceText({ price, currency }: Price): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `${price.toLocaleString('en-US', digits)} ${currency.toUpperCase()}`;
}

/** A price in a table; a large one goes on in a second line, so that all columns stay in sight. */
export function PriceText(price: Price) {
  return (
    <Box component="span" sx={{ whiteSpace: 'normal' }}>
      {priceText(price)}
    </Box>
  );
}
