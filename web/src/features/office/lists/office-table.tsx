import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Column } from '../../../components/column.ts';
import { DownloadButton } from '../../../components/download-button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../texts/index.ts';
import { SavedFilterMenu } from './saved-filter-menu.tsx';
import { TenantBar } from './tenant-bar.tsx';
import { useOfficeList } from './use-office-list.ts';

export interface ListTools {
  onTenant: (tenantId: string) => void;
}

export interface OfficeTableProps<T> {
  /** Of the call, after /app/superadmin/. */
  path: string;
  /** Sets this list apart where a page has two. */
  prefix?: string;
  label: string;
  failed: string;
  /** A failure shows only `failed`, without the server's message. */
  quiet?: boolean;
  /** The fields that a search covers; absent when the list has no search. */
  fields?: string;
  sorted?: boolean;
  columns: (tools: ListTools) => readonly Column<T>[];
}

/** One list of the whole platform: search, order and pages are the server's. */
export function OfficeTable<T extends { id: string }>({
  path,
  prefix = '',
  label,
  failed,
  quiet = false,
  fields,
  sorted = true,
  columns,
}: OfficeTableProps<T>) {
  const { list, page, search, tenantId, sortOrder, fetchFile, onPage, onSearch, onSort, onTenant } = useOfficeList<T>(path, prefix);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        {fields && <SearchBox width={380} key={search} value={search} onSearch={onSearch} label={t('office.search', { fields })} />}
        {sorted && !search && <SortButton order={sortOrder} onSort={onSort} />}
        {!prefix && <SavedFilterMenu />}
        <DownloadButton fetchFile={fetchFile} failed={(error) => messageOf(error, t('office.exportFailed'))}>
          {t('office.export')}
        </DownloadButton>
      </Box>
      {tenantId && !prefix && <TenantBar tenantId={tenantId} onAll={() => onTenant(null)} />}
      <PagedTable
        label={label}
        columns={columns({ onTenant })}
        list={quiet ? { ...list, error: null } : list}
        page={page}
        onPage={onPage}
        failed={quiet ? failed : messageOf(list.error, failed, failed)}
        empty={<EmptyState title={t('office.none')}>{t(search || tenantId ? 'office.noneFits' : 'office.noneYet')}</EmptyState>}
      />
    </Box>
  );
}

export function SortButton({ order, onSort }: { order: 'ASC' | 'DESC'; onSort: (order: 'ASC' | 'DESC') => void }) {
  const oldestFirst = order === 'ASC';
  const text = t(oldestFirst ? 'office.oldest' : 'office.newest');
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={oldestFirst ? <ArrowUpward /> : <ArrowDownward />}
      aria-label={t('office.sort', { order: text })}
      onClick={() => onSort(oldestFirst ? 'DESC' : 'ASC')}
    >
      {text}
    </Button>
  );
}
