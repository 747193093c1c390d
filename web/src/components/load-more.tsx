import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Failed } from './failed.tsx';

interface LoadMoreProps {
  /** A list that is read a page at a time, as react-query answers it. */
  from: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** A sentence about the data that could not be loaded. */
  failed: string;
  /** The button's words. */
  children: ReactNode;
}

/** Below a list: its next page. When that fails it says so, and the button stays to try again. */
export function LoadMore({ from, failed, children }: LoadMoreProps) {
  if (!from.hasNextPage) return null;
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'center' }}>
      {from.isFetchNextPageError && <Failed message={failed} error={from.error} />}
      <Button variant="outlined" color="inherit" loading={from.isFetchingNextPage} onClick={() => void from.fetchNextPage()}>
        {children}
      </Button>
    </Box>
  );
}
