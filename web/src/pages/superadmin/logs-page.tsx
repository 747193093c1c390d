import type { SystemLogRow } from '@bedplate/contract';
import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { DateField } from '../../components/form/date-field.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { AuditTable } from '../../features/office/logs/audit-table.tsx';
import { LogEntries } from '../../features/office/logs/log-entries.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { SavedFilterMenu } from '../../features/office/lists/saved-filter-menu.tsx';
import { fetchLogsFile, useLogs } from '../../features/office/logs/use-logs.ts';
import { dayOfText, isoDay, today } from '../../lib/time/days.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useAddressPage, useLastPage } from '../../lib/use-address-page.ts';
import { t } from '../../texts/index.ts';

const onPage = 10;
const levels = ['all', 'info', 'error'] as const;
type Level = (typeof levels)[number];

export function LogsPage() {
  const { get, change } = useAddress();
  const [last] = useState(today);
  const day = dayOfText(get('date')) ?? last;
  const level: Level = levels.find((each) => each === get('level')) ?? 'all';
  const requestId = get('requestId');
  const logs = useLogs(isoDay(day), requestId);
  return (
    <Page
      title={t('logs.title')}
      subtitle={t('logs.subtitle')}
      action={
        <Button variant="outlined" color="inherit" startIcon={<Refresh />} onClick={() => void logs.refetch()}>
          {t('logs.refresh')}
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
        <Box sx={{ width: 184 }}>
          <DateField label={t('logs.date')} value={day} max={last} required onChange={(next) => next && change({ date: isoDay(next) })} />
        </Box>
        <Box sx={{ width: 120 }}>
          <ChoiceField
            label={t('logs.level')}
            value={level}
            options={levels.map((value) => ({ value, text: t(`logs.${value}`) }))}
            onChange={(value) => change({ page: null, level: value === 'all' ? null : value })}
          />
        </Box>
        <SearchBox width={380} value={requestId} label={t('logs.requestId')} onSearch={(id) => change({ page: null, requestId: id })} />
        <SavedFilterMenu />
        <DownloadButton
          fetchFile={() => fetchLogsFile(isoDay(day), requestId)}
          failed={(error) => messageOf(error, t('office.exportFailed'))}
        >
          {t('office.export')}
        </DownloadButton>
      </Box>
      <Loaded from={logs} waiting={<LoadingBlock height={320} />} failed={messageOf(logs.error, t('logs.failed'), t('logs.failed'))}>
        {(entries) => (
          <Entries
            key={`${isoDay(day)} ${level} ${requestId}`}
            entries={entries.filter((entry) => level === 'all' || entry.level === level)}
          />
        )}
      </Loaded>
      <Typography variant="h2">{t('audit.title')}</Typography>
      <AuditTable />
    </Page>
  );
}

/** Ten at a time, out of what is already here. */
function Entries({ entries }: { entries: readonly SystemLogRow[] }) {
  const [page, setPage] = useAddressPage();
  const totalPages = Math.ceil(entries.length / onPage);
  useLastPage(totalPages, page, setPage);
  const shown = entries.slice((page - 1) * onPage, page * onPage);
  return (
    <TableFrame
      endsInActions={false}
      footer={
        totalPages > 1 && (
          <Box sx={{ p: 3, display: 'flex', justifyContent: 'flex-end' }}>
            <Pager page={page} totalPages={totalPages} onPage={setPage} />
          </Box>
        )
      }
    >
      {shown.length > 0 && <LogEntries entries={shown} />}
      {entries.length === 0 && <EmptyState title={t('logs.none')}>{t('logs.noneAbout')}</EmptyState>}
    </TableFrame>
  );
}
