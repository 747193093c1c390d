import { useTheme } from '@mui/material/styles';
import { CardElement, Elements } from '@stripe/react-stripe-js';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import type { ReactNode } from 'react';
import { t } from '../../texts/index.ts';
import { cardForm } from './card-form.ts';

/** Phones enlarge the page when a field with smaller letters gets the focus. */
const cardLetters = '16px';

/** Forms inside may ask for a card. */
export function CardElements({ children }: { children: ReactNode }) {
  return <Elements stripe={cardForm()}>{children}</Elements>;
}

/**
 * The payment provider's own field: a card's number never reaches this page.
 * @param onTyped hears whether anything is in it
 */
export function CardField({ onTyped }: { onTyped: (isTyped: boolean) => void }) {
  const { palette, typography } = useTheme();
  return (
    <Box component="fieldset" aria-label={t('billing.card')} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <FormLabel component="div" required sx={{ mb: 1.5, '& .MuiFormLabel-asterisk': { color: 'error.main' } }}>
        {t('billing.card')}
      </FormLabel>
      <Box
        sx={{
          border: 1,
          borderColor: 'control',
          borderRadius: 1,
          px: 3,
          py: 3,
          fontSize: cardLetters,
          // As wide as the mark of the other fields.
          '&:focus-within': { borderColor: 'primary.main', outline: '1px solid', outlineColor: 'primary.main' },
        }}
      >
        <CardElement
          options={{
            hidePostalCode: true,
            style: { base: { fontSize: cardLetters, color: palette.text.primary, fontFamily: typography.fontFamily ?? 'sans-serif' } },
          }}
          onChange={({ empty }) => onTyped(!empty)}
        />
      </Box>
    </Box>
  );
}
