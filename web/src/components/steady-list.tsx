import { localNumber } from '../lib/local-number.ts';
import type { SteadyRows } from '../lib/steady/steady-rows.ts';
import { useSteadyList } from '../lib/steady/use-steady-list.ts';
import { t } from '../texts/index.ts';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface SteadyListProps<T> {
  rows: readonly T[];
  /** The same function from render to render. */
  keyOf: (row: T) => string;
  isWaiting?: boolean;
  children: (rows: readonly T[], isGone: (row: T) => boolean) => ReactNode;
}

/** Tiles, cards or lines that stay where they are while a hand is at them. */
export function SteadyList<T>({ children, ...list }: SteadyListProps<T>) {
  const steady = useSteadyList(list);
  return (
    <Box sx={{ position: 'relative', minWidth: 0 }} {...steady.on}>
      {children(steady.rows, steady.isGone)}
      <WaitingRows {...steady} />
    </Box>
  );
}

interface WaitingRowsProps extends Omit<SteadyRows<unknown>, 'rows'> {
  limit: number;
  onShow: () => void;
}

/**
 * Says over a list's header that the list stands still while a hand is at it, and how many rows
 * wait. It covers no row, and moves none by appearing.
 * @param limit the page's size: when all of it is new, more may wait behind it
 */
export function WaitingRows({ waiting, isBehind, limit, onShow }: WaitingRowsProps) {
  const count = localNumber(waiting);
  const text = waiting === 0 ? t('records.showChanges') : t(waiting < limit ? 'records.waiting' : 'records.waitingMany', { count });
  return (
    <Box component="output" sx={{ position: 'absolute', zIndex: 5, top: 6, left: 0, right: 0, textAlign: 'center', pointerEvents: 'none' }}>
      {isBehind && (
        <Button
          size="small"
          variant="contained"
          startIcon={<ArrowUpward />}
          onClick={onShow}
          sx={{ pointerEvents: 'auto', minHeight: 24, height: 24, px: 3, borderRadius: 4, fontSize: '0.75rem' }}
        >
          {text}
        </Button>
      )}
    </Box>
  );
}

/** Something that was deleted elsewhere keeps its place and can be used no more. */
export const gone = { inert: true, style: { opacity: 0.4 } } as const;
