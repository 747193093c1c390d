import { pageSizes } from '@bedplate/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { memo } from 'react';
import { SearchBox } from '../../../components/search-box.tsx';
import { t } from '../../../texts/index.ts';
import { DateRange } from './date-range.tsx';
import type { View } from '../queries/view.ts';

interface RecordToolbarProps extends Pick<View, 'search' | 'limit' | 'deleted'> {
  onView: (change: Partial<View>) => void;
  /** The storage keeps deleted records. */
  softDelete: boolean;
}

/** Search, dates, page size, and what else narrows the table. Another page of it draws nothing here anew. */
export const RecordToolbar = memo(function RecordToolbar({ search, limit, deleted, onView, softDelete }: RecordToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
      <SearchBox label={t('records.search')} width={260} value={search} onSearch={(text) => onView({ search: text })} />
      <DateRange onRange={onView} />
      <Select
        value={limit}
        onChange={(event) => onView({ limit: Number(event.target.value) })}
        inputProps={{ 'aria-label': t('records.pageSize') }}
        sx={{ minWidth: 76 }}
      >
        {pageSizes.dataView.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
      {softDelete && (
        <FormControlLabel
          control={<Switch checked={deleted} onChange={(_, shown) => onView({ deleted: shown })} />}
          label={t('records.showDeleted')}
          sx={{ ml: 1, mr: 0, minHeight: 36, gap: 2 }}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </Box>
  );
});
