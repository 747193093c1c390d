import SwapVert from '@mui/icons-material/SwapVert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { FilterAddress } from '../lib/use-paged-filters.ts';
import { t } from '../texts/index.ts';
import { SearchInput } from './search-input.tsx';

export interface ListFilters {
  search: string;
  sortOrder: 'ASC' | 'DESC';
}

/** How the filters are in the page's address. */
export const listFilterAddress: FilterAddress<ListFilters> = {
  read: (get) => ({ search: get('search'), sortOrder: get('sort') === 'DESC' ? 'DESC' : 'ASC' }),
  write: ({ search, sortOrder }) => ({ search, sort: sortOrder === 'DESC' ? sortOrder : null }),
};

interface ListToolbarProps {
  filters: ListFilters;
  /** The fields that the search covers, for example 'Search by name or key'. */
  searchLabel: string;
  onChange: (part: Partial<ListFilters>) => void;
  /** More filters. */
  children?: ReactNode;
}

/** Above a list: its search and its order by creation. */
export function ListToolbar({ filters, searchLabel, onChange, children }: ListToolbarProps) {
  const ascending = filters.sortOrder === 'ASC';
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <search> is unknown to browsers from before 2023
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <SearchInput value={filters.search} label={searchLabel} onChange={(search) => onChange({ search })} />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SwapVert />}
        aria-label={t(ascending ? 'storages.sortedAscending' : 'storages.sortedDescending')}
        onClick={() => onChange({ sortOrder: ascending ? 'DESC' : 'ASC' })}
      >
        {t('storages.sort', { order: t(ascending ? 'storages.ascending' : 'storages.descending') })}
      </Button>
      {children}
    </Box>
  );
}
