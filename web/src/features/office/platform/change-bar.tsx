import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { t } from '../../../texts/index.ts';

interface ChangeBarProps {
  count: number;
  onDiscard: () => void;
  onReview: () => void;
}

/** Stays in sight while there is something to save. */
export function ChangeBar({ count, onDiscard, onReview }: ChangeBarProps) {
  if (count === 0) return null;
  return (
    <Paper
      elevation={0}
      sx={{
        position: 'sticky',
        bottom: 16,
        zIndex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        px: 5,
        py: 3,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.5,
        bgcolor: 'raised',
        boxShadow: (theme) => theme.vars?.palette.floating ?? 'none',
      }}
    >
      <Typography component="output" sx={{ flex: { xs: '1 0 100%', sm: 1 }, fontWeight: 550, whiteSpace: 'nowrap' }}>
        {t('operations.unsaved', { count })}
      </Typography>
      <Button variant="outlined" color="inherit" onClick={onDiscard} sx={buttonStyle}>
        {t('operations.discard')}
      </Button>
      <Button variant="contained" onClick={onReview} sx={buttonStyle}>
        {t('operations.review')}
      </Button>
    </Paper>
  );
}

/** Side by side, each half of a phone. */
const buttonStyle = { flex: { xs: 1, sm: 'none' } };
