import { timings, type UserRow } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Field } from '../components/form/field.tsx';
import { ListFooter } from '../components/list-footer.tsx';
import { Loaded } from '../components/loaded.tsx';
import { LoadingBlock } from '../components/loading-block.tsx';
import { Page } from '../components/page.tsx';
import { TableFrame } from '../components/table-frame.tsx';
import { MemberForm } from '../features/users/member-form.tsx';
import { useUsers } from '../features/users/user-queries.ts';
import { UsersTable } from '../features/users/users-table.tsx';
import { IfMay } from '../lib/may.tsx';
import { useDebounced } from '../lib/use-debounced.ts';
import { t } from '../texts/index.ts';

export function UsersPage() {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  /** Null: no form; 'new': create mode; a user: edit mode. */
  const [form, setForm] = useState<'new' | UserRow | null>(null);
  const list = useUsers(page, useDebounced(search, timings.searchDebounce));
  const toggle = () => setForm(form === 'new' ? null : 'new');
  return (
    <Page
      title={t('users.title')}
      subtitle={t('users.subtitle')}
      action={
        <IfMay to="users.manage">
          <Button variant={form === 'new' ? 'outlined' : 'contained'} aria-expanded={form === 'new'} onClick={toggle}>
            {t('users.add')}
          </Button>
        </IfMay>
      }
    >
      {form !== null && (
        <MemberForm key={form === 'new' ? 'new' : form.id} user={form === 'new' ? null : form} onDone={() => setForm(null)} />
      )}
      <Box sx={{ maxWidth: 360 }}>
        <Field
          label={t('users.search')}
          type="search"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
      </Box>
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
              <Typography color="textSecondary" sx={{ p: 5 }}>
                {t('users.none')}
              </Typography>
            ) : (
              <UsersTable users={data} onUpdate={setForm} />
            )}
          </TableFrame>
        )}
      </Loaded>
    </Page>
  );
}
