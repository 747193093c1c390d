import Alert from '@mui/material/Alert';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';
import { sentences } from '../../../texts/sentences.ts';
import type { Progress } from './send-rows.ts';

/** Says how many rows do not fit the fields of a schema that warns: they are stored all the same. */
export function WarnedRows({ progress: { warned, firstWarning } }: { progress: Pick<Progress, 'warned' | 'firstWarning'> }) {
  return (
    firstWarning && (
      <Alert severity="warning">
        {sentences(
          t('import.warnedRows', { count: warned }),
          t('import.firstWarned', { row: localNumber(firstWarning.row), problem: firstWarning.message }),
        )}
      </Alert>
    )
  );
}
