import type { DataRecord } from '@bedplate/contract';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { useColumnShapes } from '../columns/column-shape.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { selectedIds, useDataView, useDataViewStore } from '../state/data-view-store.tsx';
import { SelectBox } from './select-box.tsx';

interface CardOrderProps {
  page: RecordPage | undefined;
  rows: readonly DataRecord[];
  maySelect: boolean;
}

/** Above the cards: what a table has in its header, the order and the selection of the page. */
export function CardOrder({ page, rows, maySelect }: CardOrderProps) {
  const sort = useDataView(({ view }) => view.sort);
  const ids = useDataView(selectedIds);
  const { changeView, choose } = useDataViewStore().getState();
  const columns = page?.columns ?? noColumns;
  const shapes = useColumnShapes(columns, rows);
  if (!page || rows.length === 0) return null;
  const { field, order } = sort ?? newestFirst;
  const fields = columns.filter((name) => name === field || !shapes[name]?.nested);
  const isAll = rows.every(({ id }) => ids.has(id));
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {maySelect && (
        <SelectBox
          label={t('records.selectPage')}
          checked={isAll}
          onChange={() => choose(isAll ? new Set() : new Set([...ids, ...rows.map(({ id }) => id)]))}
        />
      )}
      <Select
        value={field}
        inputProps={{ 'aria-label': t('records.sortBy') }}
        onChange={(event) => changeView({ sort: { field: event.target.value, order } })}
        sx={{ flex: 1, minWidth: 0, minHeight: 44 }}
      >
        {(fields.includes(field) ? fields : [field, ...fields]).map((name) => (
          <MenuItem key={name} value={name} sx={{ minHeight: 44 }}>
            {name}
          </MenuItem>
        ))}
      </Select>
      <IconButton
        aria-label={t(order === 'asc' ? 'records.ascending' : 'records.descending')}
        onClick={() => changeView({ sort: { field, order: order === 'asc' ? 'desc' : 'asc' } })}
        sx={{ width: 44, height: 44 }}
      >
        {order === 'asc' ? <ArrowUpward fontSize="small" /> : <ArrowDownward fontSize="small" />}
      </IconButton>
    </Box>
  );
}

const noColumns: readonly string[] = [];
const newestFirst = { field: 'createdAt', order: 'desc' } as const;
