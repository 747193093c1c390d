import type { SchemaFault } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../records/queries/record-queries.ts';
import { Examples } from './examples.tsx';
import { countWords } from './field-words.ts';

interface FaultListProps {
  storage: StorageRef;
  faults: readonly SchemaFault[];
}

/** The rules that stored records break: how many records, and the first of them. */
export function FaultList({ storage, faults }: FaultListProps) {
  return (
    <Box
      component="ul"
      aria-label={t('fields.faults')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      {faults.map((fault) => (
        <Box component="li" key={`${fault.field} ${fault.rule}`} sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <Typography component="span" variant="mono" sx={{ fontWeight: 600 }}>
              {fault.field}
            </Typography>{' '}
            {t(`fields.fault.${fault.rule}`, { count: countWords(fault) })}
          </Typography>
          <Examples storage={storage} examples={fault.examples} />
        </Box>
      ))}
    </Box>
  );
}
