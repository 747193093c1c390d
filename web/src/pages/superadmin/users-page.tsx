import type { OfficeUser } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useState } from 'react';
import type { Column } from '../../components/data-table.tsx';
import { idColumn, numberColumn, OwnerLink, When } from '../../features/office/cells.tsx';
import { ChangePlanDialog } from '../../features/office/change-plan-dialog.tsx';
import { OfficeListPage } from '../../features/office/office-list-page.tsx';
import type { ListTools } from '../../features/office/office-table.tsx';
import { RoleBadge } from '../../features/office/role-badge.tsx';
import { t } from '../../texts/index.ts';

const users = { path: 'users', title: 'office.users', failed: 'office.usersFailed', fields: 'office.usersFields' } as const;

export function AllUsersPage() {
  const [changed, setChanged] = useState<OfficeUser | null>(null);
  return (
    <OfficeListPage list={{ ...users, columns: (tools) => columns(tools, setChanged) }}>
      {changed && <ChangePlanDialog user={changed} onClose={() => setChanged(null)} />}
    </OfficeListPage>
  );
}

function columns({ onTenant }: ListTools, onChange: (user: OfficeUser) => void): Column<OfficeUser>[] {
  return [
    numberColumn,
    idColumn(),
    { title: t('name'), cell: ({ name }) => <strong>{name}</strong> },
    { title: t('email'), cell: ({ email }) => email },
    { title: t('role'), cell: ({ role }) => <RoleBadge role={role} /> },
    {
      title: t('users.status'),
      cell: ({ is_active }) => (
        <Chip
          size="small"
          variant="outlined"
          color={is_active ? 'success' : 'default'}
          label={t(is_active ? 'users.active' : 'users.inactive')}
        />
      ),
    },
    {
      title: t('office.plan'),
      cell: ({ plan, tenantId, name }) =>
        tenantId ? <OwnerLink user={{ id: tenantId, name: plan ?? name }} tenantId={tenantId} onTenant={onTenant} /> : '–',
    },
    { title: t('office.lastLogin'), cell: ({ last_login }) => <When iso={last_login} /> },
    { title: t('office.created'), cell: ({ createdAt }) => <When iso={createdAt} /> },
    {
      title: t('office.actions'),
      cell: (user) =>
        user.tenantId ? (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={t('office.changePlanOf', { name: user.name })}
            onClick={() => onChange(user)}
          >
            {t('office.changePlan')}
          </Button>
        ) : (
          '–'
        ),
    },
  ];
}
