import type { OfficeOwner } from '@bedplate/contract';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { IdText as ShortId } from '../../../components/copy-text.tsx';
import type { Column } from '../../../components/column.ts';
import { TimeText } from '../../../components/data-table.tsx';
import { OwnText } from '../../../components/own-text.tsx';
import { paths } from '../../../lib/navigation/paths.ts';
import { t } from '../../../texts/index.ts';
import type { ListTools } from './office-table.tsx';

export const numberColumn: Column<{ id: string }> = { title: '#', role: 'none', cell: (_, number) => number };

export function idColumn(): Column<{ id: string }> {
  return { title: t('office.id'), role: 'id', cell: ({ id }) => <IdText id={id} /> };
}

export function createdColumn(): Column<{ id: string; createdAt?: string }> {
  return { title: t('office.created'), role: 'detail', cell: ({ createdAt = null }) => <When iso={createdAt} /> };
}

/** The owner of a row's account; a click shows only this account's rows. */
export function ownerColumn(
  { onTenant }: ListTools,
  role: 'title' | 'detail' = 'detail',
): Column<{ id: string; user: { id?: string; name: string | null }; tenantId: string }> {
  return {
    title: t('office.user'),
    role,
    cell: ({ user, tenantId }) => (
      <OwnerLink user={{ id: user.id ?? tenantId, name: user.name ?? '' }} tenantId={tenantId} onTenant={onTenant} />
    ),
  };
}

export function projectColumn(): Column<{ id: string; project: OfficeOwner }> {
  return {
    title: t('office.project'),
    role: 'detail',
    cell: ({ project }) => <ProjectLink id={project.id} name={project.name || project.id} />,
  };
}

/** A project's name, which leads to the project as its people see it. */
export function ProjectLink({ id, name }: { id: string; name: string }) {
  return (
    <Link component={RouterLink} to={paths.projectHome(id)} variant="body2">
      <OwnText>{name}</OwnText>
    </Link>
  );
}

/** A storage's name, which leads to the storages of its project as its people see them: staff open no records. */
export function StorageLink({ projectId, name }: { projectId: string; name: string }) {
  return (
    <Link component={RouterLink} to={paths.dataStorage(projectId)} variant="body2">
      <OwnText>{name}</OwnText>
    </Link>
  );
}

export function IdText({ id }: { id: string }) {
  return <ShortId id={id} label={t('office.copyId', { id })} />;
}

export function When({ iso }: { iso: string | null }) {
  return iso ? <TimeText iso={iso} /> : '–';
}

/** The owner of an account; a click shows only this account's rows. */
export function OwnerLink({ user, tenantId, onTenant }: ListTools & { user: OfficeOwner; tenantId: string }) {
  const name = user.name || user.id;
  return (
    <Link
      component="button"
      type="button"
      variant="body2"
      title={t('office.ownRows', { name })}
      onClick={() => onTenant(tenantId)}
      sx={{ textAlign: 'inherit' }}
    >
      <OwnText>{name}</OwnText>
    </Link>
  );
}
