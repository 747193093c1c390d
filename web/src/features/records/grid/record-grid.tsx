import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import {
  DataGrid,
  type DataGridProps,
  type GridCellParams,
  type GridColumnResizeParams,
  type GridColumnVisibilityModel,
  type GridRowClassNameParams,
  type GridRowSelectionModel,
  type GridSlots,
  type GridSortModel,
  type GridCellModesModel,
  useGridApiRef,
} from '@mui/x-data-grid';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useMay } from '../../../lib/may.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { scrollbarSize } from '../../../lib/scrollbar-size.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useToast } from '../../../lib/toast.ts';
import { gridTexts, t } from '../../../texts/index.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { Cell } from './cell-dialog.tsx';
import { CellReader } from './cell-reader.tsx';
import { arranged, rowHeights } from '../columns/column-layout.ts';
import { useColumnShapes } from '../columns/column-shape.ts';
import { pastedIn } from '../edit/line-breaks.ts';
import { Draft } from '../edit/use-draft.ts';
import { type GridHandle, useFocusBack, useKeptFocus } from './focus-grid.ts';
import { headerSlots } from './header-slots.tsx';
import { type HeldRow, holdRow, withHeldRow } from './held-row.ts';
import { useHand } from '../../../lib/steady/use-hand.ts';
import { useSteadyRows } from './use-steady-rows.ts';
import { WaitingRows } from '../../../components/steady-list.tsx';
import { actionField, columnOf, fieldOf, plainFormatIn, recordColumns } from './record-columns.tsx';
import { RecordCell } from './record-cell.tsx';
import { gridStyle } from './record-grid-style.ts';
import type { RowActionHandlers } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import type { CellChange } from '../edit/use-cell-edit.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { isFiltered, type View } from '../queries/view.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { AddRecordButton } from '../add/add-record-button.tsx';
import { selectedIds, useDataView, useDataViewStore } from '../state/data-view-store.tsx';

/** Handlers for people's actions in the table. */
export interface GridActions {
  /** The buttons of a row; null for roles that only read. */
  onRow: RowActionHandlers | null;
  onCellChange: (change: CellChange) => void;
  onDeleteKey: () => void;
}

export interface RecordGridProps {
  page: RecordPage | undefined;
  /** There is no page yet. */
  isLoading: boolean;
  /** Another page is on its way; the former one stays. */
  isWaiting: boolean;
  /** The declared ones; null while they are not known. */
  fields: DeclaredFields | null;
  actions: GridActions;
  ref: Ref<GridHandle>;
}

/**
 * One page of records. Sorting and paging are the server's; a double click or Enter reads a whole
 * value, F2 edits it. Rows stay where they are while a hand is at the table. Decision 044.
 */
export const RecordGrid = memo(function RecordGrid({ page, isLoading, isWaiting, fields, actions, ref }: RecordGridProps) {
  const api = useGridApiRef();
  const toast = useToast();
  const [cell, setCell] = useState<Cell | null>(null);
  const view = useDataView((state) => state.view);
  const hand = useHand();
  const { showAll } = useDataViewStore().getState();
  const isAsked = useDataView((state) => state.dialog !== null) || cell !== null;
  const steady = useSteadyRows(page?.data ?? noRows, isWaiting ? null : view, hand.isNear || isAsked);
  const [shown, hold] = useHeldRows(steady.rows, view);
  const columns = useMemo(() => shownColumns(page?.columns ?? onlyId, view.deleted), [page?.columns, view.deleted]);
  const { onFocus, onBlur, focus } = useKeptFocus(api, shown);
  useImperativeHandle(ref, () => ({ focus }), [focus]);
  useFocusBack(cell !== null, focus);
  const edit = (id: string, field: string) => {
    const place = { id, field: columnOf(field) };
    // While the value was read, the record may have left the page.
    const isThere = api.current?.getRow(id) && api.current.isCellEditable(api.current.getCellParams(id, place.field));
    if (isThere) api.current?.startCellEditMode(place);
    else void import('../../../texts/data-view.ts').then(() => toast.info(t('records.cellAway')));
  };
  const paste = async ({ target, clipboardData }: ClipboardEvent) => {
    const pasted = pastedIn(clipboardData); // it is gone after this event
    const { pasteIntoCell } = await import('../edit/typed-editing.ts');
    const { onCellChange } = actions;
    const of = { pasted, fields, kinds: page?.kinds, fieldOf, plainFormatIn, onCellChange };
    const told = api.current && pasteIntoCell(api.current, target, of);
    if (told) toast.info(told);
  };
  return (
    <Box
      sx={frameStyle}
      onPaste={(event) => void paste(event)}
      {...hand.on}
      onFocus={(event) => {
        onFocus(event);
        hand.on.onFocus(event);
      }}
      onBlur={(event) => {
        onBlur(event);
        hand.on.onBlur(event);
      }}
    >
      <WaitingRows waiting={steady.waiting} isBehind={steady.isBehind} limit={view.limit} onShow={showAll} />
      {isWaiting && <LinearProgress aria-label={t('loading')} sx={waitingStyle} />}
      <Grid
        api={api}
        name={t('records.table', { name: page?.storageName ?? '' })}
        columns={columns}
        rows={shown}
        loading={isLoading || isBeingFilled(page)}
        fields={fields}
        kinds={page?.kinds ?? noKinds}
        actions={actions}
        onRead={setCell}
        onEditing={hold}
      />
      <CellReader cell={cell} fields={fields} onClose={() => setCell(null)} onEdit={edit} />
    </Box>
  );
});

const noRows: readonly DataRecord[] = [];
const noKinds: NonNullable<RecordPage['kinds']> = {};
const onlyId: readonly string[] = ['id'];

/** The time of the deletion shows which records are deleted. */
function shownColumns(columns: readonly string[], deleted: boolean): readonly string[] {
  return deleted ? [...columns, 'deletedAt'] : columns;
}

/** Live deletes may empty a page before its next rows are read. */
function isBeingFilled(page: RecordPage | undefined): boolean {
  return page !== undefined && page.data.length === 0 && page.pagination.totalCount > 0;
}

/**
 * @returns the page's rows, where rows with a cell being edited are as they were, and a function
 * that takes the ids of such rows
 */
function useHeldRows(rows: readonly DataRecord[], view: View): [readonly DataRecord[], (ids: readonly string[]) => void] {
  const [held, setHeld] = useState<{ view: View; rows: readonly HeldRow[] }>({ view, rows: [] });
  const hold = useStable((ids: readonly string[]) =>
    setHeld((before) => {
      const known = before.view === view ? before.rows : [];
      return { view, rows: ids.flatMap((id) => known.find(({ row }) => row.id === id) ?? holdRow(rows, id) ?? []) };
    }),
  );
  // Another page or search was asked for: it shows what it has.
  return [useMemo(() => (held.view === view ? held.rows.reduce(withHeldRow, rows) : rows), [held, view, rows]), hold];
}

interface GridProps {
  api: ReturnType<typeof useGridApiRef>;
  name: string;
  columns: readonly string[];
  rows: readonly DataRecord[];
  loading: boolean;
  fields: DeclaredFields | null;
  kinds: NonNullable<RecordPage['kinds']>;
  actions: GridActions;
  onRead: (cell: Cell) => void;
  /** Gets the ids of the rows that have a cell being edited. */
  onEditing: (ids: readonly string[]) => void;
}

/**
 * The library's table. It draws every cell again when one of its properties changes, so they are
 * kept.
 */
const Grid = memo(function Grid({ api, name, columns, rows, loading, fields, kinds, actions, onRead, onEditing }: GridProps) {
  const may = useMay();
  const layout = useDataView((state) => state.layout);
  const sort = useDataView(({ view }) => view.sort);
  // A search or a range may be the reason why there are no records.
  const filtered = useDataView(({ view }) => isFiltered(view));
  const changed = useDataView((state) => state.changed);
  const ids = useDataView(selectedIds);
  const { changeView, changeLayout, choose } = useDataViewStore().getState();
  const { onRow, onCellChange, onDeleteKey } = actions;
  const canAdd = onRow?.refusal === null;
  const { widths } = layout;
  // A link may hide all the columns that are left.
  const hidden = useMemo(() => (columns.every((name) => layout.hidden.includes(name)) ? [] : layout.hidden), [columns, layout.hidden]);
  const shapes = useColumnShapes(columns, rows);
  const gridColumns = useMemo(() => {
    return recordColumns(arranged(columns, layout), { shapes, actions: onRow, fields, kinds, widths });
  }, [columns, shapes, onRow, fields, kinds, layout, widths]);
  // The actions stay in sight at the right edge, so they have to be drawn; a wide table draws what
  // is near.
  const drawsAll = columns.length <= drawnColumns;
  useEffect(() => api.current?.unstable_setColumnVirtualization(!drawsAll), [api, drawsAll]);
  const read = ({ id, field, value, isEditable }: GridCellParams) => {
    const column = fieldOf(field);
    if (column !== null) onRead({ id: String(id), field: column, value, canEdit: isEditable === true });
  };
  const onKey = useStable((params: GridCellParams, event: KeyboardEvent) => {
    const column = fieldOf(params.field);
    if (params.cellMode === 'edit') return;
    if (event.key === 'Enter' && column !== null) read(params);
    else if (event.key === 'F2' && column !== null && params.isEditable)
      api.current?.startCellEditMode({ id: params.id, field: params.field });
    else if (event.key === 'Delete' && params.field !== actionField) onDeleteKey();
    else if (event.key === 'Escape' && ids.size > 0) choose(new Set());
    else return;
    event.preventDefault();
  });
  return (
    <DataGrid
      apiRef={api}
      aria-label={name}
      rows={rows}
      columns={gridColumns}
      loading={loading}
      {...fixed}
      rowHeight={rowHeights[layout.height ?? 'middle']}
      scrollbarSize={useMemo(() => scrollbarSize(), [])}
      sortModel={useMemo(() => (sort ? [{ field: columnOf(sort.field), sort: sort.order }] : []), [sort])}
      onSortModelChange={useStable((model: GridSortModel) => {
        // The table empties its model while the column of a link is not there yet; people choose between two orders.
        if (model.length > 0) changeView({ sort: sortOf(model) });
      })}
      columnVisibilityModel={useMemo(() => Object.fromEntries(hidden.map((field) => [columnOf(field), false])), [hidden])}
      onColumnVisibilityModelChange={useStable((model: GridColumnVisibilityModel) =>
        changeLayout({ hidden: columns.filter((field) => model[columnOf(field)] === false) }),
      )}
      onColumnWidthChange={useStable(({ colDef, width }: GridColumnResizeParams) =>
        changeLayout({ widths: { ...widths, ...widthOf(colDef.field, width) } }),
      )}
      checkboxSelection={onRow !== null || may('records.export')}
      rowSelectionModel={useMemo(() => ({ type: 'include' as const, ids: new Set(ids) }), [ids])}
      onRowSelectionModelChange={useStable((model: GridRowSelectionModel) => choose(new Set([...model.ids].map(String))))}
      getRowClassName={useCallback(
        ({ id, row }: GridRowClassNameParams) => (row.is_deleted === true ? 'deleted' : changed.has(String(id)) ? 'changed' : ''),
        [changed],
      )}
      processRowUpdate={useStable((row: DataRecord, before: DataRecord) => finished(row, before, onCellChange))}
      onCellDoubleClick={useStable((params: GridCellParams) => params.cellMode !== 'edit' && read(params))}
      onCellKeyDown={onKey}
      onCellModesModelChange={useStable((model: GridCellModesModel) => onEditing(Object.keys(model)))}
      {...gridTexts()}
      slotProps={useMemo(() => ({ ...slotProps, noRowsOverlay: { filtered, canAdd } as object }), [filtered, canAdd])}
      sx={gridStyle}
    />
  );
});

/** More columns than these are drawn only near what is seen. */
const drawnColumns = 40;

/** A row of one cell, because a grid may contain only rows. */
function NoRows({ filtered, canAdd }: { filtered?: boolean; canAdd?: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the table around it is the library's, of elements like this
    <Box role="row" sx={{ height: '100%', display: 'grid', placeItems: 'center', bgcolor: 'background.paper' }}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <Box role="gridcell">
        <EmptyState title={t('records.empty')} action={canAdd && !filtered && <AddRecordButton />}>
          {t(filtered ? 'records.emptyFiltered' : 'records.emptyHelp')}
        </EmptyState>
      </Box>
    </Box>
  );
}

const slotProps = { loadingOverlay: { variant: 'linear-progress', noRowsVariant: 'skeleton' } } as const;

const fixed: Partial<DataGridProps<DataRecord>> = {
  columnHeaderHeight: 36,
  columnBufferPx: 400,
  pagination: true,
  paginationMode: 'server',
  rowCount: -1,
  pageSizeOptions: [],
  sortingMode: 'server',
  sortingOrder: ['asc', 'desc'],
  disableRowSelectionExcludeModel: true,
  keepNonExistentRowsSelected: true,
  disableRowSelectionOnClick: true,
  disableColumnFilter: true,
  hideFooter: true,
  // A copy takes the whole value.
  ignoreValueFormatterDuringExport: true,
  isCellEditable: ({ row }) => row.is_deleted !== true,
  onCellEditStart: (_, event) => {
    // A double click and Enter read; letters are shortcuts of the page. F2 and the reader's button
    // edit.
    event.defaultMuiPrevented = true;
  },
  onProcessRowUpdateError: (error) => console.error('A cell could not be finished.', error),
  slots: {
    ...headerSlots,
    columnMenu: ColumnMenu,
    cell: RecordCell,
    noRowsOverlay: NoRows as GridSlots['noRowsOverlay'], // these two take what their slots are given
    rowCheckbox: RowCheckbox as GridSlots['rowCheckbox'],
  },
};

const frameStyle = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 240,
  maxHeight: { xs: '70dvh', md: 'calc(100dvh - 296px)' },
};
const waitingStyle = { position: 'absolute', zIndex: 4, top: 36, left: 1, right: 1, height: 2 };

/** @returns the row with the draft's value; reports a change */
function finished(row: DataRecord, before: DataRecord, onCellChange: GridActions['onCellChange']): DataRecord {
  const [field, draft] = Object.entries<unknown>(row).find(([, value]) => value instanceof Draft) ?? [];
  if (field === undefined || !(draft instanceof Draft) || draft.text === draft.begun) return before;
  const parsed = draft.format.read(draft.text);
  if ('problem' in parsed) return before;
  onCellChange({ id: before.id, field, value: parsed.value, before: ownValue(before, field) ?? null, updatedAt: before.updatedAt });
  return { ...before, [field]: parsed.value as DataRecord[string] }; // parsed from JSON or typed text
}

function widthOf(column: string, width: number): Record<string, number> {
  const field = fieldOf(column);
  return field === null ? {} : { [field]: Math.round(width) };
}

function sortOf([first]: GridSortModel): View['sort'] {
  const field = first ? fieldOf(first.field) : null;
  return field !== null && first?.sort ? { field, order: first.sort } : null;
}
