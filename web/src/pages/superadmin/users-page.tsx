import type { OfficeUser } from '@bedplate/contract';
import CardMembership from '@mui/icons-material/CardMembershipOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import Chip from '@mui/material/Chip';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { OwnText } from '../../components/own-text.tsx';
import { RowAction } from '../../components/row-action.tsx';
import type { Column } from '../../components/column.ts';
import { AccountDialog } from '../../features/office/accounts/account-dialog.tsx';
import { idColumn, numberColumn, OwnerLink, When } from '../../features/office/lists/cells.tsx';
import { ChangePlanDialog } from '../../features/office/billing/change-plan-dialog.tsx';
import { OfficeListPage } from '../../features/office/lists/office-list-page.tsx';
import type { ListTools } from '../../features/office/lists/office-table.tsx';
import { RoleBadge } from '../../features/office/accounts/role-badge.tsx';
import { t } from '../../texts/index.ts';
import { tierName } from '../../lib/api/tier-name.ts';

const users = { path: 'users', title: 'office.users', failed: 'office.usersFailed', fields: 'office.usersFields' } as const;

export function AllUsersPage() {
  const [changed, setChanged] = useState<OfficeUser | null>(null);
  const [opened, setOpened] = useState<OfficeUser | null>(null);
  return (
    <OfficeListPage list={{ ...users, columns: (tools) => columns(tools, { onChange: setChanged, onOpen: setOpened }) }}>
      {changed && <ChangePlanDialog user={changed} onClose={() => setChanged(null)} />}
      {opened && <AccountDialog user={opened} onClose={() => setOpened(null)} />}
    </OfficeListPage>
  );
}

interface Actions {
  onChange: (user: OfficeUser) => void;
  onOpen: (user: OfficeUser) => void;
}

function columns({ onTenant }: ListTools, { onChange, onOpen }: Actions): Column<OfficeUser>[] {
  return [
    numberColumn,
    idColumn(),
    {
      title: t('name'),
      role: 'title',
      cell: (user) =>
        user.tenantId ? (
          <Link component="button" type="button" variant="body2" sx={{ fontWeight: 600, textAlign: 'start' }} onClick={() => onOpen(user)}>
            <OwnText>{user.name}</OwnText>
          </Link>
        ) : (
          <strong>
            <OwnText>{user.name}</OwnText>
          </strong>
        ),
    },
    { title: t('email'), role: 'line', cell: ({ email }) => <OwnText>{email}</OwnText> },
    { title: t('role'), role: 'detail', cell: ({ role }) => <RoleBadge role={role} /> },
    {
      title: t('users.status'),
      role: 'detail',
      cell: ({ is_active, is_suspended }) => (
        <Chip
          size="small"
          variant="outlined"
          color={is_suspended ? 'error' : is_active ? 'success' : 'default'}
          label={t(is_suspended ? 'office.isSuspended' : is_active ? 'users.active' : 'users.inactive')}
        />
      ),
    },
    {
      title: t('office.plan'),
      cell: ({ plan, tenantId, name }) =>
        tenantId ? <OwnerLink user={{ id: tenantId, name: plan ? tierName(plan) : name }} tenantId={tenantId} onTenant={onTenant} /> : '–',
    },
    { title: t('office.lastLogin'), cell: ({ last_login }) => <When iso={last_login} /> },
    { title: t('office.created'), cell: ({ createdAt }) => <When iso={createdAt} /> },
    {
      title: t('office.actions'),
      role: 'actions',
      cell: (user) => (user.tenantId ? <Actions user={user} onChange={onChange} onOpen={onOpen} /> : '–'),
    },
  ];
}

function Actions({ user, onChange, onOpen }: Actions & { user: OfficeUser }) {
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <RowAction
        text={t('office.changePlan')}
        name={t('office.changePlanOf', { name: user.name })}
        icon={<CardMembership fontSize="inherit" />}
        onClick={() => onChange(user)}
      />
      <RowAction
        text={t('office.account')}
        name={t('office.accountOf', { name: user.name })}
        icon={<ManageAccounts fontSize="inherit" />}
        onClick={() => onOpen(user)}
      />
    </Box>
  );
}
