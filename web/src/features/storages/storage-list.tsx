import type { Storage } from '@bedplate/contract';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failed } from '../../components/failed.tsx';
import { ListFooter } from '../../components/list-footer.tsx';
import { TableFrame } from '../../components/table-frame.tsx';
import { t } from '../../texts/index.ts';
import { StorageTable } from './storage-table.tsx';
import type { StorageListState } from './use-storage-list.ts';

interface StorageListProps {
  state: StorageListState;
  /** Offered when the project has no storage yet. */
  add: ReactNode;
  onConfigure: (storage: Storage) => void;
}

/** The table in its states: loading, failed, empty, filled. */
export function StorageList({ state: { list, page, setPage, isFiltered }, add, onConfigure }: StorageListProps) {
  if (list.isError && !list.data) return <Failed message={t('storages.failed')} error={list.error} onRetry={() => void list.refetch()} />;
  const rows = list.data?.data;
  const { totalCount = 0, totalPages = 0 } = list.data?.pagination ?? {};
  return (
    <TableFrame
      footer={
        <ListFooter page={page} totalPages={totalPages} onPage={setPage}>
          {list.data ? t('storages.total', { count: totalCount }) : t('loading')}
        </ListFooter>
      }
    >
      <StorageTable storages={rows} page={page} onConfigure={onConfigure} />
      {rows?.length === 0 && (
        <EmptyState title={t('noData')} action={!isFiltered && add}>
          {t(isFiltered ? 'storages.noneMatch' : 'storages.noneYet')}
        </EmptyState>
      )}
    </TableFrame>
  );
}
