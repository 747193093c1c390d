import { can, pageSizes, type Storage } from '@bedplate/contract';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useSignedIn } from '../../lib/session.ts';
import { t } from '../../texts/index.ts';
import { StorageRow } from './storage-row.tsx';

interface StorageTableProps {
  /** Undefined while loading. */
  storages: readonly Storage[] | undefined;
  page: number;
  onConfigure: (storage: Storage) => void;
}

export function StorageTable({ storages, page, onConfigure }: StorageTableProps) {
  const { role } = useSignedIn();
  const withOwner = can(role, 'tenants.read');
  const columns = [
    '#',
    t('storage.id'),
    ...(withOwner ? [t('storage.userId'), t('storage.owner')] : []),
    t('storage.name'),
    t('storage.key'),
    t('storage.softDelete'),
    t('storage.dateCreated'),
    t('storage.dateUpdated'),
    t('storage.action'),
  ];
  return (
    <Table aria-label={t('storages.title')} aria-busy={!storages}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell key={column}>{column}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {storages
          ? storages.map((storage, at) => (
              <StorageRow
                key={storage.id}
                storage={storage}
                number={(page - 1) * pageSizes.storages + at + 1}
                withOwner={withOwner}
                onConfigure={() => onConfigure(storage)}
              />
            ))
          : [1, 2, 3].map((row) => (
              <TableRow key={row} aria-hidden>
                {columns.map((column) => (
                  <TableCell key={column}>
                    <Skeleton width="70%" />
                  </TableCell>
                ))}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  );
}
