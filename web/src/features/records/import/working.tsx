import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';
import type { Progress } from './send-rows.ts';

type WorkingProps = { progress: Progress } & ({ isCheck: boolean; size: number; onStop: () => void } | { left: number });

/** Shows the current step and its progress, and a button to stop. */
export function Working(props: WorkingProps) {
  const { progress } = props;
  const text = 'left' in props ? t('import.undoing') : t(props.isCheck ? 'import.checking' : 'import.importing');
  const share = 'left' in props ? 1 - props.left / Math.max(1, progress.parts) : progress.bytes / Math.max(1, props.size);
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3, pt: '24px !important', pb: 8 }}>
        <Typography component="output">{text}</Typography>
        <LinearProgress variant="determinate" value={Math.min(100, share * 100)} aria-label={text} />
        {'size' in props && (
          <Typography variant="body2" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('import.rowsSoFar', {
              rows: t('import.rows', { count: progress.rows }),
              good: localNumber(progress.accepted),
              bad: localNumber(progress.rejected),
            })}
          </Typography>
        )}
      </DialogContent>
      {'size' in props && (
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={props.onStop}>
            {t('import.stop')}
          </Button>
        </DialogActions>
      )}
    </>
  );
}
