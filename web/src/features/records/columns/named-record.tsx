import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Breakable } from '../../../lib/breakable.tsx';
import { recordName } from '@bedplate/contract/record-name';

/** Which record a dialog is about: what people know it by, and its id. */
export function NamedRecord({ record }: { record: DataRecord }) {
  const name = recordName(record);
  return (
    <Box sx={{ minWidth: 0 }}>
      {name !== '' && (
        <Typography dir="auto" translate="no" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <Breakable>{name}</Breakable>
        </Typography>
      )}
      <Typography variant="mono" color="text.secondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {record.id}
      </Typography>
    </Box>
  );
}
