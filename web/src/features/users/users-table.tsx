import type { UserRow } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Column } from '../../components/column.ts';
import { DataTable, TimeText } from '../../components/data-table.tsx';
import { IdText } from '../../components/copy-text.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { type May, useMay } from '../../lib/may.tsx';
import { Writes } from '../../lib/writes.tsx';
import { roleName, t } from '../../texts/index.ts';

interface UsersTableProps {
  users: readonly UserRow[];
  /** They are those of the page before. */
  isWaiting: boolean;
  onUpdate: (user: UserRow) => void;
}

/** The people of an account. */
export function UsersTable({ users, isWaiting, onUpdate }: UsersTableProps) {
  const may = useMay();
  return <DataTable label={t('users.title')} columns={columns(may, onUpdate)} rows={users} before={0} isWaiting={isWaiting} />;
}

function columns(may: May, onUpdate: (user: UserRow) => void): Column<UserRow>[] {
  return [
    { title: t('users.project'), role: 'detail', cell: ({ project, projectId }) => <OwnText>{project?.name ?? projectId ?? '–'}</OwnText> },
    { title: t('users.id'), role: 'id', cell: ({ id, name }) => <IdText id={id} label={t('users.copyId', { name })} /> },
    {
      title: t('name'),
      role: 'title',
      cell: ({ name }) => (
        <strong>
          <OwnText>{name}</OwnText>
        </strong>
      ),
    },
    { title: t('email'), role: 'line', cell: Email },
    {
      title: t('users.status'),
      role: 'detail',
      cell: ({ is_active }) => (
        <Chip
          size="small"
          color={is_active ? 'success' : 'default'}
          variant="outlined"
          label={t(is_active ? 'users.active' : 'users.inactive')}
        />
      ),
    },
    { title: t('role'), role: 'detail', cell: ({ role }) => roleName(role) },
    { title: t('users.created'), cell: ({ createdAt }) => <TimeText iso={createdAt} /> },
    { title: t('users.updated'), cell: ({ updatedAt }) => <TimeText iso={updatedAt} /> },
    {
      title: t('users.action'),
      role: 'action',
      cell: (user) =>
        may('users.manage') && (
          <Writes>
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              aria-label={t('users.updateNamed', { name: user.name })}
              onClick={() => onUpdate(user)}
            >
              {t('users.update')}
            </Button>
          </Writes>
        ),
    },
  ];
}

function Email({ email, is_verified }: UserRow) {
  return (
    <>
      <OwnText>{email}</OwnText>
      {!is_verified && (
        <Typography variant="body2" color="textSecondary">
          {t('users.pending')}
        </Typography>
      )}
    </>
  );
}
