import type { Json, Storage } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { LiveDot } from '../../components/live-dot.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { Breakable } from '../../lib/breakable.tsx';
import { type LatestRecord, type LatestRecords as Found, useLatestRecords } from '../../lib/live/use-latest-records.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { relativeTime } from '../../lib/time.ts';
import { t } from '../../texts/index.ts';
import { useNewestStorages } from '../storages/storage-queries.ts';

/** Each costs a listener of one document. */
const followedMax = 5;

/** Of each of the newest storages the record that was made or changed last; one that arrives moves to the top. */
export function LatestChanges({ projectId }: { projectId: string }) {
  const newestStorages = useNewestStorages(projectId);
  const storages = newestStorages.data?.data.slice(0, followedMax) ?? [];
  const records = useLatestRecords(
    projectId,
    storages.map(({ id }) => id),
  );
  return (
    <Box component="section" aria-label={t('pulse.latest')} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, mb: 2 }}>
        <Typography variant="body2" component="h3" color="textSecondary">
          {t('pulse.latest')}
        </Typography>
        {storages.length > 0 && <LiveDot state={records.state} />}
      </Box>
      <Loaded from={newestStorages} waiting={<LoadingBlock height={72} />} failed={t('storages.failed')}>
        {() => <Followed projectId={projectId} storages={storages} {...records} />}
      </Loaded>
    </Box>
  );
}

interface FollowedProps extends Found {
  projectId: string;
  storages: readonly Storage[];
}

function Followed({ projectId, storages, latest, hasFailed }: FollowedProps) {
  if (hasFailed) return <Typography color="textSecondary">{t('pulse.latestFailed')}</Typography>;
  if (!storages.every(({ id }) => latest.has(id))) return <LoadingBlock height={Math.max(1, storages.length) * 28 - 8} />;
  const records = storages.flatMap(({ id }) => latest.get(id) ?? []).toSorted((a, b) => b.updatedAt - a.updatedAt);
  if (records.length === 0) return <Typography color="textSecondary">{t('pulse.noRecords')}</Typography>;
  return (
    <Box
      component="ul"
      aria-live="polite"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        columnGap: 4,
        rowGap: 2,
        gridTemplateColumns: { xs: 'fit-content(40%) minmax(0, 1fr)', sm: 'fit-content(40%) minmax(0, 1fr) auto' },
      }}
    >
      {records.map((record) => {
        const storage = storages.find(({ id }) => id === record.storageId);
        return (
          <Box
            component="li"
            key={record.storageId}
            sx={{ display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid', alignItems: 'baseline' }}
          >
            <Link component={RouterLink} to={paths.dataView(projectId, record.storageId)} noWrap>
              <OwnText>{storage?.storageName ?? ''}</OwnText>
            </Link>
            <Typography dir="auto" sx={twoLines}>
              <Breakable>{summaryOf(record)}</Breakable>
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ gridColumn: { xs: 2, sm: 'auto' } }}>
              {record.updatedAt > 0 && whenOf(record)}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

/** The values of an app may be long, and this is a look at the latest only. */
const twoLines = {
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

/** @returns such as "New · 2 minutes ago" */
function whenOf({ createdAt, updatedAt }: LatestRecord): string {
  const ago = relativeTime(new Date(updatedAt).toISOString());
  return updatedAt > createdAt ? t('pulse.changed', { ago }) : t('pulse.made', { ago });
}

const names = /^(?:name|title|subject|label|username|email)$/i;

/** @returns what a person knows the record by: a name, else its first short text, else its id */
function summaryOf({ id, fields }: LatestRecord): string {
  const texts = Object.entries(fields).filter((entry): entry is [string, string] => isShortText(entry[1]));
  return (texts.find(([name]) => names.test(name)) ?? texts[0])?.[1] ?? id;
}

function isShortText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}
