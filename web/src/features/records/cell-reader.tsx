import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { CopyButton } from '../../components/copy-text.tsx';
import { t } from '../../texts/index.ts';
import { readableText } from './cell-text.ts';
import type { Cell } from './record-grid.tsx';

/** The whole value of a cell, to read and copy. */
export function CellReader({ cell, onClose }: { cell: Cell | null; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={cell !== null} onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      {cell && (
        <>
          <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {cell.field}
            </Box>
            <CopyButton text={readableText(cell.value)} label={t('records.copyValue')} />
          </DialogTitle>
          <DialogContent>
            <OutlinedInput
              multiline
              fullWidth
              readOnly
              minRows={4}
              maxRows={20}
              value={readableText(cell.value)}
              inputProps={{ 'aria-label': cell.field }}
              sx={{ typography: 'mono' }}
            />
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              {t('close')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
