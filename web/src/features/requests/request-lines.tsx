import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { DownloadButton } from '../../components/download-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failed } from '../../components/failed.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useMay } from '../../lib/may.tsx';
import { useSignedIn } from '../../lib/session/session.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import type { RequestFilters } from './request-filters.ts';
import { fetchRequestsFile, isAwaited, merged, mergedNames, useRequests } from './request-queries.ts';
import { RequestTable } from './request-table.tsx';
import { SearchedTo } from './searched-to.tsx';
import { useLiveRequests } from './use-live-requests.ts';

/** Lines of the log that match, older ones on request, and new ones as they come. */
export function RequestLines({ projectId, filters }: { projectId: string; filters: RequestFilters }) {
  const may = useMay();
  const { viewing } = useSignedIn();
  const list = useRequests(projectId, filters);
  const live = useLiveRequests(projectId, filters, { onEnd: () => void list.refetch() });
  const pages = list.data?.pages ?? [];
  const last = pages.at(-1);
  const lines = list.data && merged(...pages.map(({ data }) => data), live.page?.data ?? []);
  const names = mergedNames([...pages, ...(live.page ? [live.page] : [])]);
  const isSampled = pages.some(({ sampled }) => sampled) || live.page?.data.some(({ n }) => n > 1) === true;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  if (list.isError && !list.data)
    return <Failed message={t('requests.loadFailed')} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        {viewing === null && (
          <Writes>
            <Tooltip describeChild title={t('requests.liveHelp')}>
              <FormControlLabel
                sx={{ ml: 0, gap: 2 }}
                control={<Switch checked={live.isOn} disabled={live.isBusy} onChange={live.toggle} />}
                label={t('requests.live')}
              />
            </Tooltip>
          </Writes>
        )}
        {may('requests.export') &&
          (['ndjson', 'csv'] as const).map((format) => (
            <DownloadButton
              key={format}
              fetchFile={() => fetchRequestsFile(projectId, filters, format)}
              failed={(error) => messageOf(error, t('requests.downloadFailed'))}
            >
              {t(`requests.download.${format}`)}
            </DownloadButton>
          ))}
      </Box>
      <RequestTable
        projectId={projectId}
        lines={lines}
        names={names}
        empty={
          isFiltered ? (
            <EmptyState title={t('requests.noneMatch')}>
              {t(isAwaited(filters, pages) ? 'requests.soon' : 'requests.noneMatchAbout')}
            </EmptyState>
          ) : (
            <EmptyState title={t('requests.none')}>{t('requests.noneAbout')}</EmptyState>
          )
        }
        footer={
          last && <SearchedTo searchedTo={last.searchedTo} sampled={isSampled} isBehind={live.isOn && live.page?.isBehind === true} />
        }
      />
      <LoadMore from={list} failed={t('requests.loadFailed')}>
        {t('requests.older')}
      </LoadMore>
    </>
  );
}
