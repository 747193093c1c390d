import type { OfficeOwner } from '@bedplate/contract';
import Link from '@mui/material/Link';
import { CopyText } from '../../components/copy-text.tsx';
import type { Column } from '../../components/data-table.tsx';
import { TimeText } from '../../components/data-table.tsx';
import { t } from '../../texts/index.ts';

export const numberColumn: Column<{ id: string }> = { title: '#', cell: (_, number) => number };

export function idColumn(): Column<{ id: string }> {
  return { title: t('office.id'), cell: ({ id }) => <IdText id={id} /> };
}

export function IdText({ id }: { id: string }) {
  return <CopyText text={id} label={t('office.copyId', { id })} />;
}

export function When({ iso }: { iso: string | null }) {
  return iso ? <TimeText iso={iso} /> : '–';
}

/** The owner of an account; a click shows the rows of this account alone. */
export function OwnerLink({ user, tenantId, onTenant }: { user: OfficeOwner; tenantId: string; onTenant: (tenantId: string) => void }) {
  const name = user.name || user.id;
  return (
    <Link component="button" type="button" variant="body2" title={t('office.ownRows', { name })} onClick={() => onTenant(tenantId)}>
      {name}
    </Link>
  );
}
