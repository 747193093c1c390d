import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';
import { useDataViewStore } from '../state/data-view-store.tsx';
import type { SteadyRows } from './steady-rows.ts';

/**
 * Says over the table's header that the table stands still while a hand is at it, and how many
 * records wait. It covers no row, and moves none by appearing.
 * @param limit the page's size: when all of it is new, more may wait behind it
 */
export function WaitingRows({ waiting, isBehind, limit }: Omit<SteadyRows, 'rows'> & { limit: number }) {
  const { showAll } = useDataViewStore().getState();
  const count = localNumber(waiting);
  const text = waiting === 0 ? t('records.showChanges') : t(waiting < limit ? 'records.waiting' : 'records.waitingMany', { count });
  return (
    <Box component="output" sx={{ position: 'absolute', zIndex: 5, top: 6, left: 0, right: 0, textAlign: 'center', pointerEvents: 'none' }}>
      {isBehind && (
        <Button
          size="small"
          variant="contained"
          startIcon={<ArrowUpward />}
          onClick={showAll}
          sx={{ pointerEvents: 'auto', minHeight: 24, height: 24, px: 3, borderRadius: 4, fontSize: '0.75rem' }}
        >
          {text}
        </Button>
      )}
    </Box>
  );
}
