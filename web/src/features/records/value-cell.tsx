import Box from '@mui/material/Box';
import { cellText, isEmptyValue } from './cell-text.ts';

/** One value in the table: NULL is faint, ids and JSON are in mono. */
export function ValueCell({ value, mono }: { value: unknown; mono: boolean }) {
  const isObject = typeof value === 'object' && value !== null;
  return (
    <Box
      component="span"
      sx={{
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        ...(isEmptyValue(value) ? { color: 'text.disabled', fontSize: '0.75rem', letterSpacing: '0.02em' } : {}),
        ...((mono || isObject) && !isEmptyValue(value) ? { typography: 'mono', fontSize: '0.75rem' } : {}),
      }}
    >
      {cellText(value)}
    </Box>
  );
}
