import { pageSizes } from '@bedplate/contract';
import FilterList from '@mui/icons-material/FilterAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import { memo } from 'react';
import { SearchBox } from '../../../components/search-box.tsx';
import { t } from '../../../texts/index.ts';
import { DateRange } from './date-range.tsx';
import { ViewsButton } from '../saved/views-button.tsx';
import { useDataView } from '../state/data-view-store.tsx';

/**
 * Search, dates, conditions, page size, and whether deleted records are shown. Another page of records does not
 * draw it again.
 * @param softDelete whether the storage keeps deleted records
 * @param trashed records that a storage without it still has in its trash
 */
export const RecordToolbar = memo(function RecordToolbar({ softDelete, trashed }: { softDelete: boolean; trashed: number }) {
  const search = useDataView(({ view }) => view.search);
  const startDate = useDataView(({ view }) => view.startDate);
  const endDate = useDataView(({ view }) => view.endDate);
  const limit = useDataView(({ view }) => view.limit);
  const deleted = useDataView(({ view }) => view.deleted);
  const changeView = useDataView((state) => state.changeView);
  const openDialog = useDataView((state) => state.openDialog);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
      <SearchBox label={t('records.search')} width={260} least={180} value={search} onSearch={(text) => changeView({ search: text })} />
      <DateRange shown={{ startDate, endDate }} onRange={changeView} />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<FilterList />}
        aria-haspopup="dialog"
        onClick={() => openDialog({ kind: 'filter' })}
      >
        {t('records.filter')}
      </Button>
      <Select
        value={limit}
        onChange={(event) => changeView({ limit: Number(event.target.value) })}
        inputProps={{ 'aria-label': t('records.pageSize') }}
        sx={{ minWidth: 76 }}
      >
        {pageSizes.dataView.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
      <ViewsButton />
      {(softDelete || trashed > 0 || deleted) && (
        <FormControlLabel
          control={<Switch checked={deleted} onChange={(_, shown) => changeView({ deleted: shown })} />}
          label={trashed > 0 ? t('records.showTrashed', { count: trashed }) : t('records.showDeleted')}
          sx={{ ml: 1, mr: 0, minHeight: 36, gap: 2 }}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </Box>
  );
});
