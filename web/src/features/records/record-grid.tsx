import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { DataGrid, type GridCellParams, type GridSortModel, useGridApiRef } from '@mui/x-data-grid';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { CellReader } from './cell-reader.tsx';
import { editText, parseCell } from './cell-kind.ts';
import { arranged, type ColumnLayout } from './column-layout.ts';
import { Draft } from './edit-cell.tsx';
import { actionField, columnOf, fieldOf, type RecordActions, recordColumns } from './record-columns.tsx';
import { gridStyle } from './record-grid-style.ts';
import type { CellChange } from './use-cell-edit.ts';
import type { Selection } from './use-selection.ts';
import type { View } from './view.ts';

/** A cell whose whole value is read. */
export interface Cell {
  id: string;
  field: string;
  value: unknown;
  canEdit: boolean;
}

interface RecordGridProps {
  name: string;
  /** In the order of the server. */
  columns: readonly string[];
  rows: readonly DataRecord[];
  loading: boolean;
  sort: View['sort'];
  changed: ReadonlySet<string>;
  empty: ReactNode;
  /** Null for roles that only read. */
  actions: RecordActions | null;
  /** Null for roles that can do nothing with a selection. */
  selection: Selection | null;
  layout: ColumnLayout;
  onLayout: (change: Partial<ColumnLayout>) => void;
  onSort: (sort: View['sort']) => void;
  onCellChange: (change: CellChange) => void;
  onDeleteKey: () => void;
}

/** One page of records. Sorting and paging are the server's; a double click or Enter reads a whole value, F2 edits it. */
export function RecordGrid(props: RecordGridProps) {
  const { name, columns, rows, sort, changed, actions, selection, layout, onLayout } = props;
  const api = useGridApiRef();
  const [cell, setCell] = useState<Cell | null>(null);
  const { widths } = layout;
  const gridColumns = useMemo(
    () => recordColumns(arranged(columns, layout), rows, { actions, widths }),
    [columns, rows, actions, layout, widths],
  );
  // The actions stay in sight at the right edge, so they have to be drawn; a very wide table draws what is near.
  const drawsAll = columns.length <= 60;
  useEffect(() => api.current?.unstable_setColumnVirtualization(!drawsAll), [api, drawsAll]);
  const edit = (id: string, field: string) => api.current?.startCellEditMode({ id, field: columnOf(field) });
  const read = ({ id, field, value, isEditable }: GridCellParams) => {
    const column = fieldOf(field);
    if (column !== null) setCell({ id: String(id), field: column, value, canEdit: isEditable === true });
  };
  const onKey = (params: GridCellParams, event: KeyboardEvent) => {
    const column = fieldOf(params.field);
    if (params.cellMode === 'edit') return;
    if (event.key === 'Enter' && column !== null) read(params);
    else if (event.key === 'F2' && column !== null && params.isEditable) edit(String(params.id), column);
    else if (event.key === 'Delete' && params.field !== actionField) props.onDeleteKey();
    else if (event.key === 'Escape' && selection && selection.ids.size > 0) selection.clear();
    else return;
    event.preventDefault();
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 240, maxHeight: { xs: '70dvh', md: 'calc(100dvh - 296px)' } }}>
      <DataGrid
        apiRef={api}
        aria-label={name}
        rows={rows}
        columns={gridColumns}
        loading={props.loading}
        rowHeight={40}
        columnHeaderHeight={36}
        columnBufferPx={1500}
        pagination
        paginationMode="server"
        rowCount={-1}
        pageSizeOptions={[]}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        sortModel={sort ? [{ field: columnOf(sort.field), sort: sort.order }] : []}
        onSortModelChange={(model) => props.onSort(sortOf(model))}
        columnVisibilityModel={Object.fromEntries(layout.hidden.map((field) => [columnOf(field), false]))}
        onColumnVisibilityModelChange={(model) => onLayout({ hidden: columns.filter((field) => model[columnOf(field)] === false) })}
        onColumnWidthChange={({ colDef, width }) => onLayout({ widths: { ...widths, ...widthOf(colDef.field, width) } })}
        checkboxSelection={selection !== null}
        rowSelectionModel={{ type: 'include', ids: new Set(selection?.ids) }}
        onRowSelectionModelChange={({ ids }) => selection?.choose(new Set([...ids].map(String)))}
        disableRowSelectionExcludeModel
        keepNonExistentRowsSelected
        disableRowSelectionOnClick
        disableColumnFilter
        hideFooter
        getRowClassName={({ id, row }) => (row.is_deleted === true ? 'deleted' : changed.has(String(id)) ? 'changed' : '')}
        isCellEditable={({ row }) => row.is_deleted !== true}
        onCellEditStart={(_, event) => {
          // A double click and Enter read; letters are shortcuts of the page. F2 and the reader's button edit.
          event.defaultMuiPrevented = true;
        }}
        processRowUpdate={(row, before) => finished(row, before, props.onCellChange)}
        onProcessRowUpdateError={(error) => console.error('A cell could not be finished.', error)}
        onCellDoubleClick={(params) => params.cellMode !== 'edit' && read(params)}
        onCellKeyDown={onKey}
        slots={{ noRowsOverlay: Overlay }}
        slotProps={{
          noRowsOverlay: { children: props.empty } as object,
          loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' },
        }}
        sx={gridStyle}
      />
      <CellReader cell={cell} onClose={() => setCell(null)} onEdit={edit} />
    </Box>
  );
}

/** @returns the row with the value that the draft spells; the change is told when there is one */
function finished(row: DataRecord, before: DataRecord, onCellChange: RecordGridProps['onCellChange']): DataRecord {
  const [field, draft] = Object.entries<unknown>(row).find(([, value]) => value instanceof Draft) ?? [];
  if (field === undefined || !(draft instanceof Draft) || draft.text === editText(before[field])) return before;
  const parsed = parseCell(draft.text, draft.kind);
  if ('problem' in parsed) return before;
  onCellChange({ id: before.id, field, value: parsed.value, before: before[field] ?? null, updatedAt: before.updatedAt });
  return { ...before, [field]: parsed.value as DataRecord[string] }; // parsed from JSON or typed text
}

function Overlay({ children }: { children?: ReactNode }) {
  return <Box sx={{ height: '100%', display: 'grid', placeItems: 'center', bgcolor: 'background.paper' }}>{children}</Box>;
}

function widthOf(column: string, width: number): Record<string, number> {
  const field = fieldOf(column);
  return field === null ? {} : { [field]: Math.round(width) };
}

function sortOf([first]: GridSortModel): View['sort'] {
  const field = first ? fieldOf(first.field) : null;
  return field !== null && first?.sort ? { field, order: first.sort } : null;
}
