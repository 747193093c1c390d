import type { RecordJob } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { inOurWords } from '../lib/api/api-error.ts';

/** The first records that a job had to leave alone, each with the reason: whoever reads it can act on that. */
export function RefusedRecords({ of: { refused = [] } }: { of: Pick<RecordJob, 'refused'> }) {
  if (refused.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, pl: 5, overflowWrap: 'anywhere' }}>
      {refused.map(({ id, ...reason }) => (
        <li key={`${id} ${reason.message}`}>
          <Typography variant="mono" component="span">
            {id}
          </Typography>{' '}
          {inOurWords(reason)}
        </li>
      ))}
    </Box>
  );
}
