import { type DataRecord, messages } from '@bedplate/contract';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Failed } from '../../../components/failed.tsx';
import { Pager } from '../../../components/pager.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useMay } from '../../../lib/may.tsx';
import { useToast } from '../../../lib/toast.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useRefusal } from '../../../lib/writes.tsx';
import { t } from '../../../texts/index.ts';
import { BulkSelection } from '../selection/bulk-selection.tsx';
import { type Cell, CellReader } from '../grid/cell-reader.tsx';
import type { ColumnLayout } from '../columns/column-layout.ts';
import { DeleteRecordDialog } from '../edit/delete-record-dialog.tsx';
import { EditRecordDialog } from '../edit/edit-record-dialog.tsx';
import { type GridHandle, useFocusBack } from '../grid/focus-grid.ts';
import { RecordFooter } from './record-footer.tsx';
import { RecordGrid } from '../grid/record-grid.tsx';
import { type RecordPage, type StorageRef, type useRecordPage, useRestoreRecord } from '../queries/record-queries.ts';
import { RecordToolbar } from './record-toolbar.tsx';
import { type CellChange, useCellEdit } from '../edit/use-cell-edit.ts';
import { type Selection, useSelection } from '../selection/use-selection.ts';
import { useUndo } from '../edit/use-undo.ts';
import type { View } from '../queries/view.ts';

interface DataViewProps {
  storage: StorageRef;
  view: View;
  onView: (change: Partial<View>) => void;
  query: ReturnType<typeof useRecordPage>;
  changed: ReadonlySet<string>;
  layout: ColumnLayout;
  onLayout: (change: Partial<ColumnLayout> | null) => void;
}

type Dialog = { kind: 'edit' | 'delete'; record: DataRecord } | null;

/** The records of a storage, page by page, with what may be done to them. */
export function DataView({ storage, view, onView, query, changed, layout, onLayout }: DataViewProps) {
  const may = useMay();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const { data } = query;
  const offerUndo = useUndo();
  const restore = useRestore(storage);
  const selection = useSelection(storage, view);
  const narrow = useStable(onView);
  const bulk = useRef<{ remove: () => void }>(null);
  const [lost, setLost] = useState<Cell | null>(null);
  const changeCell = useCellEdit(storage, { offerUndo, onLost: ({ id, field, value }) => setLost({ id, field, value, canEdit: false }) });
  const events = useGridEvents({ onView, onLayout, selection, changeCell, bulk });
  const mayWrite = may('records.write');
  const refusal = useRefusal();
  const actions = useMemo(() => (mayWrite ? { ...openers(setDialog), onRestore: restore, refusal } : null), [mayWrite, restore, refusal]);
  const grid = useRef<GridHandle>(null);
  const focusBack = useStable(() => grid.current?.focus());
  useFocusBack(dialog !== null, focusBack);
  useFocusBack(selection.ids.size > 0, focusBack);
  const columns = useMemo(() => shownColumns(data?.columns ?? onlyId, view.deleted), [data?.columns, view.deleted]);
  useLoadFailure(query.error);
  useLastPage(view, data?.pagination.totalPages, onView);
  return (
    <>
      <div hidden={selection.ids.size > 0}>
        <RecordToolbar
          search={view.search}
          limit={view.limit}
          deleted={view.deleted}
          onView={narrow}
          softDelete={data?.is_softDelete ?? false}
        />
      </div>
      {data && (
        <BulkSelection ref={bulk} storage={storage} selection={selection} page={data} deleted={view.deleted} offerUndo={offerUndo} />
      )}
      {query.error && <Failed message={t('records.failed')} error={query.error} onRetry={() => void query.refetch()} />}
      {(data || !query.error) && (
        <RecordGrid
          ref={grid}
          name={t('records.table', { name: data?.storageName ?? '' })}
          columns={columns}
          rows={data?.data ?? noRows}
          loading={query.isPending || isBeingFilled(data)}
          waiting={query.isPlaceholderData}
          view={view}
          changed={changed}
          actions={actions}
          selected={actions || may('records.export') ? selection.ids : null}
          layout={layout}
          {...events}
        />
      )}
      {!data && query.error && view.page > 1 && (
        // How many pages there are is not known, but those before lead out of one that cannot be shown.
        <Pager page={view.page} totalPages={view.page} onPage={(page) => onView({ page })} />
      )}
      {data && <RecordFooter pagination={data.pagination} page={view.page} onPage={(page) => onView({ page })} />}
      <CellReader cell={lost} notice={t('records.cellGone')} onClose={() => setLost(null)} />
      {dialog?.kind === 'edit' && (
        <EditRecordDialog storage={storage} record={dialog.record} columns={data?.columns ?? []} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteRecordDialog
          storage={storage}
          id={dialog.record.id}
          offerUndo={data?.is_softDelete ? (message) => offerUndo(message, () => restore(dialog.record)) : undefined}
          onClose={close}
        />
      )}
    </>
  );
}

const noRows: readonly DataRecord[] = [];
const onlyId: readonly string[] = ['id'];

interface GridEvents extends Pick<DataViewProps, 'onView' | 'onLayout'> {
  selection: Selection;
  changeCell: (change: CellChange) => void;
  bulk: RefObject<{ remove: () => void } | null>;
}

/** What the table tells, by functions that stay the same: it is drawn anew for a change only. */
function useGridEvents({ onView, onLayout, selection, changeCell, bulk }: GridEvents) {
  return {
    onLayout: useStable(onLayout),
    onSort: useStable((sort: View['sort']) => onView({ sort })),
    onSelect: useStable(selection.choose),
    onCellChange: useStable(changeCell),
    onDeleteKey: useStable(() => bulk.current?.remove()),
  };
}

/** Live deletes may empty a page before its next rows are read. */
function isBeingFilled(page: RecordPage | undefined): boolean {
  return page !== undefined && page.data.length === 0 && page.pagination.totalCount > 0;
}

function openers(open: (dialog: Dialog) => void) {
  return {
    onEdit: (record: DataRecord) => open({ kind: 'edit', record }),
    onDelete: (record: DataRecord) => open({ kind: 'delete', record }),
  };
}

/** Deleted records are told from the others by the time. */
function shownColumns(columns: readonly string[], deleted: boolean): readonly string[] {
  return deleted ? [...columns, 'deletedAt'] : columns;
}

/** Nothing is lost by a restore, so it needs no question; a second press while the first is on its way does nothing. */
function useRestore(storage: StorageRef): (record: DataRecord) => void {
  const toast = useToast();
  const { mutateAsync } = useRestoreRecord(storage);
  const going = useRef(new Set<string>());
  return useCallback(
    ({ id }) => {
      if (going.current.has(id)) return;
      going.current.add(id);
      mutateAsync(id)
        .then(
          () => toast.success(messages.recordRestored),
          (error: unknown) => toast.error(messageOf(error, t('records.restoreFailed'), t('records.restoreFailed'))),
        )
        .finally(() => going.current.delete(id));
    },
    [mutateAsync, toast],
  );
}

function useLoadFailure(error: unknown): void {
  const toast = useToast();
  useEffect(() => {
    if (error) toast.error(`${messages.dataLoadFailed} (${messageOf(error)})`);
  }, [error, toast]);
}

/** Deletes may take away the page that is shown. */
function useLastPage({ page }: View, totalPages: number | undefined, onView: (change: Partial<View>) => void): void {
  useEffect(() => {
    if (totalPages && page > totalPages) onView({ page: totalPages });
  }, [page, totalPages, onView]);
}
