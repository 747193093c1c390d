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
import { gone, WaitingRows } from '../../components/steady-list.tsx';
import { IfMay } from '../../lib/may.tsx';
import { useSteadyList } from '../../lib/steady/use-steady-list.ts';
import { roleName, t } from '../../texts/index.ts';

interface UsersTableProps {
  users: readonly UserRow[];
  /** They are those of the page before. */
  isWaiting: boolean;
  onUpdate: (user: UserRow) => void;
}

export function UsersTable({ users, isWaiting, onUpdate }: UsersTableProps) {
  const steady = useSteadyList({ rows: users, keyOf: idOf, isWaiting });
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
    <>
      <Table aria-label={t('users.title')} {...steady.on} sx={{ '& th, & td': { px: 2 } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column}>{column}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {steady.rows.map((user) => (
            <UserTableRow key={user.id} user={user} isGone={steady.isGone(user)} onUpdate={() => onUpdate(user)} />
          ))}
        </TableBody>
      </Table>
      <WaitingRows {...steady} />
    </>
  );
}

const idOf = ({ id }: UserRow) => id;

function UserTableRow({ user, isGone, onUpdate }: { user: UserRow; isGone: boolean; onUpdate: () => void }) {
  return (
    <TableRow hover {...(isGone && gone)}>
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
