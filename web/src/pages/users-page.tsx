import type { UserRow } from '@bedplate/contract';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { ListFooter } from '../components/list-footer.tsx';
import { Loaded } from '../components/loaded.tsx';
import { LocalInbox } from '../components/local-inbox.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { SearchInput } from '../components/search-input.tsx';
import { TableFrame } from '../components/table-frame.tsx';
import { MemberForm } from '../features/users/member-form.tsx';
import { useUsers } from '../features/users/user-queries.ts';
import { UsersTable } from '../features/users/users-table.tsx';
import { IfMay } from '../lib/may.tsx';
import { useLastPage } from '../lib/use-address-page.ts';
import { type FilterAddress, usePagedFilters } from '../lib/use-paged-filters.ts';
import { useAddForm } from '../lib/navigation/use-add-form.ts';
import { t } from '../texts/index.ts';

const inAddress: FilterAddress<{ search: string }> = { read: (get) => ({ search: get('search') }), write: (filters) => filters };

export function UsersPage() {
  const { filters, settled, change, page, setPage } = usePagedFilters(inAddress);
  const [edited, setEdited] = useState<UserRow | null>(null);
  const { isOpen: isAdding, setOpen: setAdding } = useAddForm();
  const form = edited ?? (isAdding ? 'new' : null);
  const list = useUsers(page, settled.search);
  useLastPage(list.data?.pagination.totalPages, page, setPage);
  const close = () => {
    setEdited(null);
    if (isAdding) setAdding(false);
  };
  const toggle = () => {
    setEdited(null);
    setAdding(form !== 'new');
  };
  return (
    <Page
      title={t('users.title')}
      subtitle={t('users.subtitle')}
      action={
        <IfMay to="users.manage">
          <Button startIcon={<Add />} variant={form === 'new' ? 'outlined' : 'contained'} aria-expanded={form === 'new'} onClick={toggle}>
            {t('users.add')}
          </Button>
        </IfMay>
      }
    >
      {form !== null && <MemberForm key={form === 'new' ? 'new' : form.id} user={form === 'new' ? null : form} onDone={close} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <search> is unknown to browsers from before 2023 */}
      <Box role="search" sx={{ display: 'flex' }}>
        <SearchInput value={filters.search} label={t('users.search')} onChange={(search) => change({ search })} />
      </Box>
      {/* After an addition only a message tells of the mail, and it closes by itself. */}
      <IfMay to="users.manage">
        <LocalInbox />
      </IfMay>
      <Loaded from={list} waiting={<LoadingBlock height={320} />} failed={t('users.failed')}>
        {({ data, pagination }) => (
          <TableFrame
            footer={
              <ListFooter page={page} totalPages={pagination.totalPages} onPage={setPage}>
                {t('users.total', { count: pagination.totalCount })}
              </ListFooter>
            }
          >
            {data.length === 0 ? (
              <EmptyState title={t('noData')}>{t('users.none')}</EmptyState>
            ) : (
              <UsersTable users={data} isWaiting={list.isPlaceholderData} onUpdate={setEdited} />
            )}
          </TableFrame>
        )}
      </Loaded>
    </Page>
  );
}
