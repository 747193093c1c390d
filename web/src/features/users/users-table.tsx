import type { UserRow } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { TimeText } from '../../components/data-table.tsx';
import { IdText } from '../../components/copy-text.tsx';
import { OwnText } from '../../components/own-text.tsx';
import { IfMay } from '../../lib/may.tsx';
import { roleName, t } from '../../texts/index.ts';

interface UsersTableProps {
  users: readonly UserRow[];
  onUpdate: (user: UserRow) => void;
}

export function UsersTable({ users, onUpdate }: UsersTableProps) {
  const columns = [
    t('users.project'),
    t('users.id'),
    t('name'),
    t('email'),
    t('users.status'),
    t('role'),
    t('users.created'),
    t('users.updated'),
    t('users.action'),
  ];
  return (
    <Table aria-label={t('users.title')} sx={{ '& th, & td': { px: 2 } }}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell key={column}>{column}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <UserTableRow key={user.id} user={user} onUpdate={() => onUpdate(user)} />
        ))}
      </TableBody>
    </Table>
  );
}

function UserTableRow({ user, onUpdate }: { user: UserRow; onUpdate: () => void }) {
  return (
    <TableRow hover>
      <TableCell>
        <OwnText>{user.project?.name ?? user.projectId ?? '–'}</OwnText>
      </TableCell>
      <TableCell>
        <IdText id={user.id} label={t('users.copyId', { name: user.name })} />
      </TableCell>
      <TableCell>
        <strong>
          <OwnText>{user.name}</OwnText>
        </strong>
      </TableCell>
      <TableCell>
        <OwnText>{user.email}</OwnText>
        {!user.is_verified && (
          <Typography variant="body2" color="textSecondary">
            {t('users.pending')}
          </Typography>
        )}
      </TableCell>
      <TableCell>
        <Chip
          size="small"
          color={user.is_active ? 'success' : 'default'}
          variant="outlined"
          label={t(user.is_active ? 'users.active' : 'users.inactive')}
        />
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{roleName(user.role)}</TableCell>
      <TableCell>
        <TimeText iso={user.createdAt} />
      </TableCell>
      <TableCell>
        <TimeText iso={user.updatedAt} />
      </TableCell>
      <TableCell>
        <IfMay to="users.manage">
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={t('users.updateNamed', { name: user.name })}
            onClick={onUpdate}
          >
            {t('users.update')}
          </Button>
        </IfMay>
      </TableCell>
    </TableRow>
  );
}
