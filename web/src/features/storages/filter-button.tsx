import FilterList from '@mui/icons-material/FilterList';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import { t } from '../../texts/index.ts';
import type { StorageFilters } from './storage-queries.ts';

/** Opens the filters and shows the number of set ones. */
export function FilterButton({ filters, onClick }: { filters: StorageFilters; onClick: () => void }) {
  const active = [filters.softDelete, filters.dateFrom, filters.dateTo].filter(Boolean).length;
  return (
    <Badge badgeContent={active} color="primary">
      <Button variant="outlined" color="inherit" startIcon={<FilterList />} onClick={onClick}>
        {t('storages.filter')}
      </Button>
    </Badge>
  );
}
