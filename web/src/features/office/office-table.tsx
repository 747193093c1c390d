import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { t } from '../../texts/index.ts';
import { OfficeSearch } from './office-search.tsx';
import { useOfficeList } from './use-office-list.ts';

interface OfficeTableProps<T> {
  /** Of the call, after /app/superadmin/. */
  path: string;
  /** Sets this list apart where a page has two. */
  prefix?: string;
  label: string;
  failed: string;
  /** The server's reason is only logged. */
  quiet?: boolean;
  /** What a search looks at; absent: the list has none. */
  fields?: string;
  sorted?: boolean;
  columns: (tools: { onTenant: (tenantId: string) => void }) => readonly Column<T>[];
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
  const { list, page, search, tenantId, sortOrder, onPage, onSearch, onSort, onTenant } = useOfficeList<T>(path, prefix);
  const oldestFirst = sortOrder === 'ASC';
  const order = t(oldestFirst ? 'office.oldest' : 'office.newest');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
      {(fields || sorted || tenantId) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
          {fields && <OfficeSearch value={search} onSearch={onSearch} label={t('office.search', { fields })} />}
          {sorted && !search && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={oldestFirst ? <ArrowUpward /> : <ArrowDownward />}
              aria-label={t('office.sort', { order })}
              onClick={() => onSort(oldestFirst ? 'DESC' : 'ASC')}
            >
              {order}
            </Button>
          )}
          {tenantId && (
            <Chip label={`${t('office.oneAccount')}: ${tenantId}`} onDelete={() => onTenant(null)} aria-label={t('office.allAccounts')} />
          )}
        </Box>
      )}
      <PagedTable
        label={label}
        columns={columns({ onTenant })}
        list={list}
        page={page}
        onPage={onPage}
        failed={quiet ? failed : messageOf(list.error, failed, failed)}
        empty={<EmptyState title={t('office.none')} />}
      />
    </Box>
  );
}
