import Search from '@mui/icons-material/Search';
import SwapVert from '@mui/icons-material/SwapVert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import type { FilterAddress } from '../lib/use-paged-filters.ts';
import { t } from '../texts/index.ts';

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
      <OutlinedInput
        type="search"
        value={filters.search}
        onChange={(event) => onChange({ search: event.target.value })}
        placeholder={searchLabel}
        startAdornment={
          <InputAdornment position="start">
            <Search fontSize="small" />
          </InputAdornment>
        }
        slotProps={{ input: { 'aria-label': searchLabel, maxLength: 200 } }}
        sx={{ flex: { xs: '1 1 100%', sm: '0 1 320px' } }}
      />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SwapVert />}
        aria-label={t(ascending ? 'storages.sortedAscending' : 'storages.sortedDescending')}
        onClick={() => onChange({ sortOrder: ascending ? 'DESC' : 'ASC' })}
      >
        {t('storages.sort', { order: filters.sortOrder })}
      </Button>
      {children}
    </Box>
  );
}
