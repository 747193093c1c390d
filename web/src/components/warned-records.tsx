import type { RecordJob } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { t } from '../texts/index.ts';
import { RefusedRecords } from './refused-records.tsx';

/** The first records that a job has changed though they do not fit their fields, each with what is wrong. */
export function WarnedRecords({ of: { warnings = [] } }: { of: Pick<RecordJob, 'warnings'> }) {
  if (warnings.length === 0) return null;
  const faults = warnings.map(({ field, ...reason }) => ({ id: recordOf(field), ...reason }));
  return (
    <>
      <Typography variant="body2">{t('fields.jobWarned')}</Typography>
      <RefusedRecords of={{ refused: faults }} />
    </>
  );
}

/** A job names the place of a fault as in `records[a1].price`, and the reason names the field. */
function recordOf(place: string): string {
  return /^records\[(.*?)\]/.exec(place)?.[1] ?? place;
}
