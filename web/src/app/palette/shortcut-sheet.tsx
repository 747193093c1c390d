import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { t } from '../../texts/index.ts';
import '../../texts/palette-words.ts';
import { shortcuts } from './shortcuts.ts';

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{t('shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 2, alignItems: 'center' }}>
          {shortcuts.map(({ keys, text }) => (
            <Box key={keys} sx={{ display: 'contents' }}>
              <Box component="dt">{t(text)}</Box>
              <Box component="dd" sx={{ m: 0, display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
                {keys.split(' ').map((key) => (
                  <Box
                    component="kbd"
                    key={key}
                    sx={{
                      typography: 'mono',
                      px: 1.5,
                      minWidth: 24,
                      textAlign: 'center',
                      border: 1,
                      borderColor: 'control',
                      borderRadius: 1,
                      bgcolor: 'code',
                    }}
                  >
                    {key}
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
