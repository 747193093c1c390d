import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense } from 'react';
import { useSteadyList } from '../lib/steady/use-steady-list.ts';
import { localDateTime, relativeTime } from '../lib/time.ts';
import { usePhone } from '../lib/use-phone.ts';
import type { DataTableProps } from './column.ts';
import { LoadingBlock } from './loading-block.tsx';
import { gone, WaitingRows } from './steady-list.tsx';

// Only phones need them.
const RowCards = lazy(async () => ({ default: (await import('./row-cards.tsx')).RowCards })) as unknown as typeof Rows; // loses the rows' type

/** Ten columns have room at 1280 px. */
const tight = { px: 2 } as const;

/** Letters of a title that goes on in a second line, so that what is below it decides how wide the column is. */
const longTitle = 16;

/** Rows under their columns, or as cards on a phone; skeleton rows while they are loading. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  if (!usePhone()) return <Rows {...props} />;
  return (
    <Suspense fallback={<LoadingBlock height={240} />}>
      <RowCards {...props} />
    </Suspense>
  );
}

/** Cells are cut, not wrapped, and have the direction of what is in them. Rows stay where they are while a hand is at the table. */
function Rows<T extends { id: string }>({ label, columns, rows, before, isWaiting = false }: DataTableProps<T>) {
  const steady = useSteadyList({ rows, keyOf: idOf, part: before, isWaiting });
  return (
    <>
      <Table aria-label={label} aria-busy={!rows} {...steady.on}>
        <TableHead>
          <TableRow>
            {columns.map(({ title, isFigure }) => (
              <TableCell key={title} align={sideOf(isFigure)} sx={title.length > longTitle ? { ...tight, whiteSpace: 'normal' } : tight}>
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows
            ? steady.rows.map((row, at) => (
                <TableRow key={row.id} hover {...(steady.isGone(row) && gone)}>
                  {columns.map(({ title, cell, isFigure }) => (
                    <TableCell
                      key={title}
                      align={sideOf(isFigure)}
                      dir="auto"
                      sx={{ ...tight, maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                    >
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
      <WaitingRows {...steady} />
    </>
  );
}

const sideOf = (isFigure = false) => (isFigure ? 'right' : 'inherit');

const idOf = ({ id }: { id: string }) => id;

interface WrappedProps {
  text: string;
  /** Pixels. */
  width: number;
  lines?: number;
}

/** A longer text in two lines or so, whole in its tooltip: cut to one line, those of several rows would look alike. */
export function Wrapped({ text, width, lines = 2 }: WrappedProps) {
  return (
    <Box
      component="span"
      className="wrapped"
      dir="auto"
      title={text}
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: lines,
        WebkitBoxOrient: 'vertical',
        width,
        overflow: 'hidden',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        lineHeight: '16px',
      }}
    >
      {text}
    </Box>
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
