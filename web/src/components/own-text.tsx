import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/**
 * A name that a person chose, in the direction of its letters. It goes on in further lines: names of a list that are cut to one
 * begin alike, and at 200 % zoom they look alike.
 */
export function OwnText({ children }: { children: ReactNode }) {
  return (
    <Box
      component="span"
      dir="auto"
      sx={{
        display: 'block',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight: 1.35,
        // A column is no narrower than its longest name, up to this.
        'td &': { width: 'max-content', maxWidth: 220, py: 1 },
      }}
    >
      {children}
    </Box>
  );
}
