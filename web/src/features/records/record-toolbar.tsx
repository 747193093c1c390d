import { pageSizes } from '@bedplate/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { SearchBox } from '../../components/search-box.tsx';
import { t } from '../../texts/index.ts';
import { DateRange } from './date-range.tsx';
import type { View } from './view.ts';

interface RecordToolbarProps {
  view: View;
  onView: (change: Partial<View>) => void;
  /** The storage keeps deleted records. */
  softDelete: boolean;
}

/** Search, dates, page size, and what else narrows the table. */
export function RecordToolbar({ view, onView, softDelete }: RecordToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
      <SearchBox label={t('records.search')} width={260} value={view.search} onSearch={(search) => onView({ search })} />
      <DateRange onRange={onView} />
      <Select
        value={view.limit}
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
          control={<Switch checked={view.deleted} onChange={(_, deleted) => onView({ deleted })} />}
          label={t('records.showDeleted')}
          sx={{ ml: 1, mr: 0, minHeight: 36, gap: 2 }}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </Box>
  );
}
