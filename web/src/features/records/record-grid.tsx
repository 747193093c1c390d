import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { DataGrid, type GridCellParams, type GridSortModel } from '@mui/x-data-grid';
import { type ReactNode, useMemo } from 'react';
import { actionField, columnOf, fieldOf, type RecordActions, recordColumns } from './record-columns.tsx';
import { gridStyle } from './record-grid-style.ts';
import type { View } from './view.ts';

export interface Cell {
  field: string;
  value: unknown;
}

interface RecordGridProps {
  name: string;
  columns: readonly string[];
  rows: readonly DataRecord[];
  loading: boolean;
  sort: View['sort'];
  changed: ReadonlySet<string>;
  empty: ReactNode;
  actions: RecordActions | null;
  onSort: (sort: View['sort']) => void;
  onRead: (cell: Cell) => void;
}

/** One page of records. Sorting and paging are the server's; a double click or Enter reads a whole value. */
export function RecordGrid({ name, columns, rows, loading, sort, changed, empty, actions, onSort, onRead }: RecordGridProps) {
  const gridColumns = useMemo(() => recordColumns(columns, rows, actions), [columns, rows, actions]);
  const read = ({ field, value }: GridCellParams) => {
    const column = fieldOf(field);
    if (column !== null) onRead({ field: column, value });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 240, maxHeight: { xs: '70dvh', md: 'calc(100dvh - 296px)' } }}>
      <DataGrid
        aria-label={name}
        rows={rows}
        columns={gridColumns}
        loading={loading}
        rowHeight={40}
        columnHeaderHeight={36}
        // The actions stay in sight at the right edge, so they have to be drawn; a very wide table draws what is near.
        columnBufferPx={columns.length <= 60 ? 30_000 : 1500}
        pagination
        paginationMode="server"
        rowCount={-1}
        pageSizeOptions={[]}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        sortModel={sort ? [{ field: columnOf(sort.field), sort: sort.order }] : []}
        onSortModelChange={(model) => onSort(sortOf(model))}
        disableColumnFilter
        disableRowSelectionOnClick
        hideFooter
        getRowClassName={({ id, row }) => (row.is_deleted === true ? 'deleted' : changed.has(String(id)) ? 'changed' : '')}
        onCellDoubleClick={read}
        onCellKeyDown={(params, event) => {
          if (event.key !== 'Enter' || params.field === actionField) return;
          event.preventDefault();
          read(params);
        }}
        slots={{ noRowsOverlay: Overlay }}
        slotProps={{
          noRowsOverlay: { children: empty } as object,
          loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' },
        }}
        sx={gridStyle}
      />
    </Box>
  );
}

function Overlay({ children }: { children?: ReactNode }) {
  return <Box sx={{ height: '100%', display: 'grid', placeItems: 'center', bgcolor: 'background.paper' }}>{children}</Box>;
}

function sortOf([first]: GridSortModel): View['sort'] {
  const field = first ? fieldOf(first.field) : null;
  return field !== null && first?.sort ? { field, order: first.sort } : null;
}
