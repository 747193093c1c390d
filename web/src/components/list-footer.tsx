import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';
import type { ReactNode } from 'react';
import { t } from '../texts/index.ts';

interface ListFooterProps {
  /** For example 'Total Data: 12'. */
  children: ReactNode;
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

/** Below a paged table: its count at the left, the pages at the right. */
export function ListFooter({ children, page, totalPages, onPage }: ListFooterProps) {
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 2, minHeight: 52, px: 4, py: 2 }}
    >
      <Box aria-live="polite" sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
      {totalPages > 1 && (
        <Pagination
          size="small"
          shape="rounded"
          page={page}
          count={totalPages}
          onChange={(_, next) => onPage(next)}
          aria-label={t('pages')}
        />
      )}
    </Box>
  );
}
