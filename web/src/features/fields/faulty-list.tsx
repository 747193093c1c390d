import type { FaultyRecord, SchemaFault } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { paths } from '../../lib/navigation/paths.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { t } from '../../texts/index.ts';
import { shownValue } from './examples.tsx';
import { useFaultyRecords } from './faulty-records.ts';

interface FaultyListProps {
  storage: StorageRef;
  fault: Pick<SchemaFault, 'field' | 'rule'>;
}

/** All records that break a rule, page by page; each leads to its record. */
export function FaultyList({ storage, fault }: FaultyListProps) {
  const query = useFaultyRecords(storage, fault);
  return (
    <Loaded from={query} waiting={<LoadingBlock height={84} />} failed={t('fields.faultyFailed')}>
      {({ records, seen, isExact }) => (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box component="ul" aria-label={t('fields.faultyOf', { field: fault.field })} sx={listStyle}>
            {records.map((record) => (
              <Row key={record.id} storage={storage} record={record} />
            ))}
          </Box>
          {!isExact && <Alert severity="info">{t('fields.faultyCompared')}</Alert>}
          {records.length === 0 && !query.goesOn && <Typography color="textSecondary">{t('fields.faultyNone')}</Typography>}
          {query.goesOn ? (
            <Box component="output">
              <Typography variant="body2" color="textSecondary">
                {t('fields.checking', { count: localNumber(seen) })}
              </Typography>
              <LinearProgress aria-label={t('fields.faultyLoading')} sx={{ mt: 2, borderRadius: 1 }} />
            </Box>
          ) : (
            <LoadMore from={{ ...query, fetchNextPage: query.more }} failed={t('fields.faultyFailed')}>
              {t('fields.faultyMore')}
            </LoadMore>
          )}
        </Box>
      )}
    </Loaded>
  );
}

function Row({ storage: { projectId, storageId }, record: { id, name, value, isInTrash } }: { storage: StorageRef; record: FaultyRecord }) {
  const trash = isInTrash ? '&deleted=1' : '';
  return (
    <Box component="li" sx={rowStyle}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link component={RouterLink} to={`${paths.dataView(projectId, storageId)}?search=${encodeURIComponent(id)}${trash}`} title={id}>
          {name || id}
        </Link>
        {isInTrash && (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 2 }}>
            {t('fields.faultyInTrash')}
          </Typography>
        )}
      </Box>
      <Typography component="span" variant="mono" dir="auto" translate="no" sx={{ fontSize: '0.75rem', overflowWrap: 'anywhere' }}>
        {shownValue(value)}
      </Typography>
    </Box>
  );
}

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 360,
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '&:empty': { display: 'none' },
} as const;

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 4,
  rowGap: 0.5,
  alignItems: 'baseline',
  px: 3,
  py: 2,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
} as const;
