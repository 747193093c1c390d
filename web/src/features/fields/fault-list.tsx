import type { SchemaFault, SchemaRepair } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { Examples } from './examples.tsx';
import { FaultyList } from './faulty-list.tsx';
import { countWords } from './field-words.ts';

interface FaultListProps {
  storage: StorageRef;
  faults: readonly SchemaFault[];
  repairs: Repairs;
}

/** Acts on all records that break a rule. */
export interface Repairs {
  of: (fault: SchemaFault) => readonly SchemaRepair['repair'][];
  /** Null while one is under way, or changes are refused. */
  begin: ((repair: SchemaRepair) => void) | null;
}

/** The rules that stored records break: how many records, the first of them or all, and what can be done to all of them. */
export function FaultList({ storage, faults, repairs }: FaultListProps) {
  return (
    <Box
      component="ul"
      aria-label={t('fields.faults')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      {faults.map((fault) => (
        <Row key={`${fault.field} ${fault.rule}`} storage={storage} fault={fault} repairs={repairs} />
      ))}
    </Box>
  );
}

function Row({ storage, fault, repairs }: Pick<FaultListProps, 'storage' | 'repairs'> & { fault: SchemaFault }) {
  const [isOpen, setOpen] = useState(false);
  const { field, rule, count, examples } = fault;
  return (
    <Box component="li" sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        <Typography component="span" variant="mono" sx={{ fontWeight: 600 }}>
          {field}
        </Typography>{' '}
        {t(`fields.fault.${rule}`, { count: countWords(fault) })}
      </Typography>
      {isOpen ? <FaultyList storage={storage} fault={fault} /> : <Examples storage={storage} examples={examples} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '&:empty': { display: 'none' } }}>
        {count > examples.length && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'fields.showFirstOf' : 'fields.showAllOf', {
              field,
              fault: t(`fields.fault.${rule}`, { count: countWords(fault) }),
            })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'fields.showFirst' : 'fields.showAll')}
          </Button>
        )}
        {repairs.of(fault).map((repair) => (
          <Button
            key={repair}
            size="small"
            variant="outlined"
            color="inherit"
            disabled={repairs.begin === null}
            title={t(`fields.repairHelp.${repair}`, { field })}
            aria-label={t('fields.repairNamed', { repair: t(`fields.repair.${repair}`), field, rule })}
            onClick={() => repairs.begin?.({ field, repair, rule })}
          >
            {t(`fields.repair.${repair}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
