import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { FaultList, type Repairs } from './fault-list.tsx';
import type { useSchemaCheck } from './schema-calls.ts';

interface CountedFaultListProps {
  storage: StorageRef;
  check: ReturnType<typeof useSchemaCheck>;
  repairs: Repairs;
  /** Stands above the rules that records break. */
  children?: ReactNode;
}

/** The rules that stored records break, while they are counted and afterwards. */
export function CountedFaultList({ storage, check, repairs, children }: CountedFaultListProps) {
  return (
    <Loaded from={check} waiting={<LoadingBlock height={84} />} failed={t('fields.checkFailed')}>
      {({ faults, seen, isDone }) => (
        <>
          {faults.length > 0 && children}
          {faults.length > 0 && (
            <FaultList
              storage={storage}
              faults={faults.map((fault) => ({ ...fault, isExact: fault.isExact && isDone }))}
              repairs={repairs}
            />
          )}
          {faults.length === 0 && isDone && <Alert severity="success">{t('fields.checkNone')}</Alert>}
          {!isDone && check.isError && <Alert severity="error">{t('fields.checkFailed')}</Alert>}
          {!isDone && !check.isError && (
            <Box component="output" sx={{ display: 'block', mt: faults.length > 0 ? 4 : 0 }}>
              <Typography variant="body2" color="textSecondary">
                {t('fields.checking', { count: localNumber(seen) })}
              </Typography>
              <LinearProgress aria-label={t('fields.check')} sx={{ mt: 2, borderRadius: 1 }} />
            </Box>
          )}
        </>
      )}
    </Loaded>
  );
}
