import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';

/** Tiles of equal width. */
export function TileGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 4,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
      }}
    >
      {children}
    </Box>
  );
}

export function TileGridWaiting({ label, height }: { label: string; height: number }) {
  return (
    <TileGrid label={label}>
      {[1, 2, 3, 4].map((n) => (
        <Skeleton key={n} component="li" variant="rounded" height={height} sx={{ borderRadius: 1.5 }} />
      ))}
    </TileGrid>
  );
}
