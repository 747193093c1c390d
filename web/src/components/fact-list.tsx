import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LoadingBlock } from './loading-block.tsx';

/** Terms and their values, one below the other. */
export function FactList({ facts }: { facts: readonly { term: string; value: ReactNode }[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(120px, max-content) minmax(0, 1fr)' },
        columnGap: 6,
        rowGap: { xs: 0.5, sm: 3 },
        alignItems: 'baseline',
      }}
    >
      {facts.map(({ term, value }) => (
        <Box key={term} sx={{ display: 'contents' }}>
          <Typography component="dt" color="textSecondary">
            {term}
          </Typography>
          <Typography component="dd" dir="auto" sx={{ m: 0, mb: { xs: 3, sm: 0 }, minWidth: 0 }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** As high as that many facts of one line each, so that nothing below moves when they come. */
export function FactsToCome({ count }: { count: number }) {
  return <LoadingBlock sx={{ height: { xs: 56 * count - 2, sm: 32 * count - 12 } }} />;
}
