import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { localDateTime, relativeTime } from '../lib/time.ts';

export interface Column<T> {
  title: string;
  /** @param number the row's number in the whole list, from 1 */
  cell: (row: T, number: number) => ReactNode;
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  /** The number of rows on the previous pages. */
  before: number;
}

/** Rows under their columns; skeleton rows while they are loading. Cells are cut, not wrapped. */
export function DataTable<T extends { id: string }>({ label, columns, rows, before }: DataTableProps<T>) {
  return (
    <Table aria-label={label} aria-busy={!rows}>
      <TableHead>
        <TableRow>
          {columns.map(({ title }) => (
            <TableCell key={title}>{title}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows
          ? rows.map((row, at) => (
              <TableRow key={row.id} hover>
                {columns.map(({ title, cell }) => (
                  <TableCell key={title} sx={{ maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                    {cell(row, before + at + 1)}
                  </TableCell>
                ))}
              </TableRow>
            ))
          : [1, 2, 3].map((row) => (
              <TableRow key={row} aria-hidden>
                {columns.map(({ title }) => (
                  <TableCell key={title}>
                    <Skeleton width="70%" />
                  </TableCell>
                ))}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  );
}

/** Local date and time below each other; how long ago as its tooltip. */
export function TimeText({ iso }: { iso: string }) {
  return (
    <Tooltip title={relativeTime(iso)}>
      <Box
        component="time"
        dateTime={iso}
        sx={{ display: 'inline-block', whiteSpace: 'normal', width: 84, fontSize: '0.75rem', lineHeight: '16px' }}
      >
        {localDateTime(iso)}
      </Box>
    </Tooltip>
  );
}
