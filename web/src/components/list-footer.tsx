import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { phone } from '../lib/use-phone.ts';
import { Pager } from './pager.tsx';

interface ListFooterProps {
  /** For example 'Total Data: 12'. */
  children: ReactNode;
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  /** The offered page numbers; null is an ellipsis. */
  numbers?: (page: number, totalPages: number) => (number | null)[];
}

/** Below a paged table: its count at the left, the pages at the right. */
export function ListFooter({ children, totalPages, ...pager }: ListFooterProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        flexWrap: 'wrap',
        gap: 2,
        minHeight: 52,
        px: 4,
        py: 2,
        [phone]: { px: 0 },
      }}
    >
      <Box aria-live="polite" sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
      {totalPages > 1 && <Pager totalPages={totalPages} {...pager} />}
    </Box>
  );
}
