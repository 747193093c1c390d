import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';
import { BlankRows } from './blank-rows.tsx';
import { DeletedRows } from './deleted-rows.tsx';
import { OfferedTypes } from './offered-types.tsx';
import { RowProblems } from './row-problems.tsx';
import { WarnedRows } from './warned-rows.tsx';
import type { SeenField } from './seen-types.ts';
import type { Progress } from './send-rows.ts';

interface ReviewCheckProps {
  progress: Progress;
  fileName: string;
  offered: readonly SeenField[];
  off: ReadonlySet<string>;
  onTurn: (name: string, isOn: boolean) => void;
  onBack: () => void;
  onImport: () => void;
}

/** Shows the result of the dry run: nothing is stored yet. */
export function ReviewCheck({ progress, fileName, offered, off, onTurn, onBack, onImport }: ReviewCheckProps) {
  const { accepted, rejected } = progress;
  const counts = { good: localNumber(accepted), bad: localNumber(rejected), rows: t('import.rows', { count: accepted + rejected }) };
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: '16px !important' }}>
        {rejected === 0 && <Alert severity="success">{t('import.allGood', counts)}</Alert>}
        {rejected > 0 && (
          <Alert severity={accepted > 0 ? 'warning' : 'error'}>{t(accepted > 0 ? 'import.someBad' : 'import.allBad', counts)}</Alert>
        )}
        <BlankRows count={progress.blank} />
        <DeletedRows count={progress.deleted} />
        <WarnedRows progress={progress} />
        {accepted > 0 && <OfferedTypes fields={offered} off={off} onTurn={onTurn} />}
        <RowProblems progress={progress} fileName={fileName} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onBack} sx={{ mr: 'auto' }}>
          {t('import.back')}
        </Button>
        <Button variant="contained" disabled={accepted === 0} onClick={onImport}>
          {rejected === 0 ? t('import.importAll', counts) : t('import.importGood', { good: accepted })}
        </Button>
      </DialogActions>
    </>
  );
}
