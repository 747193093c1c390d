import Card from '@mui/material/Card';
import TableContainer from '@mui/material/TableContainer';
import type { ReactNode } from 'react';

/** A table with its footer in one card; a wide table scrolls inside, never the page. */
export function TableFrame({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  return (
    <Card sx={{ minWidth: 0 }}>
      <TableContainer tabIndex={-1} sx={{ '& tbody tr:last-of-type td': { borderBottom: footer ? undefined : 0 } }}>
        {children}
      </TableContainer>
      {footer}
    </Card>
  );
}
