import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CopyButton } from './copy-text.tsx';
import { t } from '../texts/index.ts';

/** One key, masked until its own toggle shows it; it can be copied either way. */
export function KeyRow({ name, value }: { name: string; value: string }) {
  const [shown, setShown] = useState(false);
  const label = t(shown ? 'keys.hide' : 'keys.show', { key: name });
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ fontWeight: 550, mb: 1.5, p: 0 }}>
        {name}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 3,
          pr: 1,
          minHeight: 40,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'code',
        }}
      >
        <Typography variant="mono" sx={{ flex: 1, minWidth: 0, py: 1.5, overflowWrap: 'anywhere', userSelect: shown ? 'all' : 'none' }}>
          {shown ? value : '•'.repeat(24)}
        </Typography>
        <Tooltip title={label}>
          <IconButton size="small" aria-label={label} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? <VisibilityOff fontSize="inherit" /> : <Visibility fontSize="inherit" />}
          </IconButton>
        </Tooltip>
        <CopyButton text={value} label={t('keys.copy', { key: name })} />
      </Box>
    </Box>
  );
}
