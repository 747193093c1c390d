import type { DataRecord } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Failed } from '../../../components/failed.tsx';
import { LoadingBlock } from '../../../components/loading-block.tsx';
import { Pager } from '../../../components/pager.tsx';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useMay } from '../../../lib/may.tsx';
import { useToast } from '../../../lib/toast.ts';
import { type Removal, useRemoveLater } from '../../../lib/use-remove-later.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useRefusal } from '../../../lib/writes.tsx';
import { t } from '../../../texts/index.ts';
import { loadEditDialog, useEditAhead } from '../edit/edit-ahead.ts';
import { type CellChange, useCellEdit } from '../edit/use-cell-edit.ts';
import { useUnstored } from '../edit/use-unstored.ts';
import { useUndo } from '../edit/use-undo.ts';
import { FaultContext, useFaultFinder } from '../faults/find-fault.ts';
import { CellReader } from '../grid/cell-reader.tsx';
import { useLoadAhead } from '../grid/load-ahead.ts';
import { type GridHandle, useFocusBack } from '../grid/focus-grid.ts';
import { type GridActions, RecordGrid } from '../grid/record-grid.tsx';
import { useDeclared } from '../schema/use-declared.ts';
import { useWithoutLeaving } from '../queries/leaving-records.ts';
import { readPagesAgain, removeRecord, type useRecordPage, useRestoreRecord } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { firstView } from '../queries/view.ts';
import { BulkSelection } from '../selection/bulk-selection.tsx';
import { type DataViewState, selectedIds, useDataView } from '../state/data-view-store.tsx';
import { RecordFooter } from './record-footer.tsx';
import { RecordToolbar } from './record-toolbar.tsx';

/** Loaded with the first edit: most visits only look. */
const EditRecordDialog = lazy(loadEditDialog);
/** Only phones need them. */
const RecordCards = lazy(async () => ({ default: (await import('../cards/record-cards.tsx')).RecordCards }));
const DeleteRecordDialog = lazy(async () => ({ default: (await import('../edit/delete-record-dialog.tsx')).DeleteRecordDialog }));
const AddRecordDialog = lazy(async () => ({ default: (await import('../add/add-record-dialog.tsx')).AddRecordDialog }));
const ConditionDialog = lazy(async () => ({ default: (await import('../filter/condition-dialog.tsx')).ConditionDialog }));
const FilterBar = lazy(async () => ({ default: (await import('../filter/filter-bar.tsx')).FilterBar }));
const ClashDialog = lazy(async () => ({ default: (await import('../edit/clash-dialog.tsx')).ClashDialog }));

/** The records of a storage, page by page, with what may be done to them. */
export function DataView({ query }: { query: ReturnType<typeof useRecordPage> }) {
  const data = useWithoutLeaving(query.data);
  const storage = useDataView((state) => state.storage);
  const declared = useDeclared(storage, query.data);
  const findFault = useFaultFinder(declared, query.data?.schema?.state);
  useEditAhead(data?.data);
  useLoadAhead(declared?.fields);
  const page = useDataView(({ view }) => view.page);
  const changeView = useDataView((state) => state.changeView);
  const dialog = useDataView((state) => state.dialog);
  const openDialog = useDataView((state) => state.openDialog);
  const isSelecting = useDataView((state) => selectedIds(state).size > 0);
  const isNarrowed = useDataView(({ view }) => view.where !== '');
  const { offerUndo, undoAfter } = useUndo();
  const showAll = useDataView((state) => state.showAll);
  const restore = useRestore(storage, showAll);
  const client = useQueryClient();
  const readAgain = () => readPagesAgain(client, storage);
  const removeForGood = useRemoveLater({ offerUndo, onChange: showAll, readAgain });
  const bulk = useRef<{ remove: () => void }>(null);
  const unstored = useUnstored();
  const { lost = null, clash } = unstored.first ?? {};
  const changeCell = useCellEdit(storage, { offerUndo, undoAfter, ...unstored });
  const again = (change: CellChange) => {
    unstored.onSeen();
    changeCell(change);
  };
  const actions = useGridActions({ openDialog, restore, changeCell, deleteSelected: () => bulk.current?.remove() });
  const grid = useRef<GridHandle>(null);
  const Records = usePhone() ? RecordCards : RecordGrid;
  const focusBack = useStable(() => grid.current?.focus());
  useFocusBack(dialog !== null, focusBack);
  useFocusBack(isSelecting, focusBack);
  useLoadFailure(query.error);
  useKnownView(query);
  useLastPage(page, data?.pagination.totalPages, changeView);
  const toPage = (next: number) => changeView({ page: next });
  return (
    <FaultContext value={findFault}>
      <div hidden={isSelecting}>
        <RecordToolbar softDelete={data?.is_softDelete ?? false} trashed={data?.trashed ?? 0} />
        {isNarrowed && (
          <Suspense>
            <FilterBar />
          </Suspense>
        )}
      </div>
      {data?.storageKey === 'users' && data.data.some((row) => row.deletedAt) && <Alert severity="info">{t('records.namesTaken')}</Alert>}
      {data && <BulkSelection ref={bulk} page={data} offerUndo={offerUndo} removeForGood={removeForGood} />}
      {query.error && <Failed message={t('records.failed')} error={query.error} onRetry={() => void query.refetch()} />}
      {(data || !query.error) && (
        <Suspense fallback={<LoadingBlock height={320} />}>
          <Records
            ref={grid}
            page={data}
            isLoading={query.isPending}
            isWaiting={query.isPlaceholderData}
            fields={declared?.fields ?? null}
            actions={actions}
          />
        </Suspense>
      )}
      {!data && query.error && page > 1 && (
        // The number of pages is not known, but the earlier ones lead away from a page that cannot be shown.
        <Pager page={page} totalPages={page} onPage={toPage} />
      )}
      {data && <RecordFooter pagination={data.pagination} page={page} onPage={toPage} />}
      <CellReader
        cell={lost && { ...lost.change, canEdit: false }}
        notice={lost?.reason}
        refused={lost?.error}
        onClose={unstored.onSeen}
        onAgain={() => lost && again(lost.change)}
      />
      <Suspense>
        {clash && <ClashDialog key={clash.id + clash.field} clash={clash} onKeep={unstored.onSeen} onUseMine={() => again(clash)} />}
        {dialog?.kind === 'edit' && declared && (
          <EditRecordDialog
            storage={storage}
            record={dialog.record}
            page={data ?? noColumns}
            fields={declared.fields}
            onDuplicate={() => openDialog({ kind: 'add', from: dialog.record })}
            onClose={() => openDialog(null)}
          />
        )}
        {dialog?.kind === 'add' && data && declared && (
          <AddRecordDialog
            storage={storage}
            page={data}
            fields={declared.fields}
            isClosed={declared.closed}
            from={dialog.from}
            onAdded={showAll}
            onClose={() => openDialog(null)}
          />
        )}
        {dialog?.kind === 'filter' && data && (
          <ConditionDialog
            columns={data.columns}
            fields={declared?.fields ?? noFields}
            at={dialog.at}
            field={dialog.field}
            onClose={() => openDialog(null)}
          />
        )}
        {dialog?.kind === 'delete' && (
          <DeleteRecordDialog
            storage={storage}
            record={dialog.record}
            referredBy={data?.referredBy}
            onDeleted={(message) => {
              showAll();
              offerUndo(message, () => restore(dialog.record));
            }}
            removeForGood={data && !data.is_softDelete ? () => removeForGood(removalOf(storage, dialog.record)) : null}
            onClose={() => openDialog(null)}
          />
        )}
      </Suspense>
    </FaultContext>
  );
}

const noFields = {};
const noColumns = { columns: [] };

function removalOf(storage: StorageRef, { id }: DataRecord): Removal {
  return {
    ids: [id],
    message: t('message.recordDeletedToast'),
    failed: 'message.recordDeleteFailed',
    remove: (isLeaving) => removeRecord(storage, id, isLeaving),
  };
}

interface GridWork extends Pick<DataViewState, 'openDialog'> {
  restore: (record: DataRecord) => void;
  changeCell: (change: CellChange) => void;
  deleteSelected: () => void;
}

/** @returns the same object until the rights or the refusal change: the table draws all cells again for a new one */
function useGridActions({ openDialog, restore, changeCell, deleteSelected }: GridWork): GridActions {
  const mayWrite = useMay()('records.write');
  const refusal = useRefusal();
  const onCellChange = useStable(changeCell);
  const onDeleteKey = useStable(deleteSelected);
  return useMemo(() => {
    const onRow = {
      onEdit: (record: DataRecord) => openDialog({ kind: 'edit', record }),
      onDelete: (record: DataRecord) => openDialog({ kind: 'delete', record }),
      onRestore: restore,
      refusal,
    };
    return { onRow: mayWrite ? onRow : null, onCellChange, onDeleteKey };
  }, [mayWrite, refusal, openDialog, restore, onCellChange, onDeleteKey]);
}

/** Restores without a question, since no data are lost. Ignores a second press during the first. */
function useRestore(storage: StorageRef, onRestored: () => void): (record: DataRecord) => void {
  const toast = useToast();
  const { mutateAsync } = useRestoreRecord(storage);
  const going = useRef(new Set<string>());
  return useCallback(
    ({ id }) => {
      if (going.current.has(id)) return;
      going.current.add(id);
      mutateAsync(id)
        .then(
          () => {
            onRestored();
            toast.success(t('message.recordRestored'));
          },
          (error: unknown) => toast.error(messageOf(error, t('records.restoreFailed'), t('records.restoreFailed')), error),
        )
        .finally(() => going.current.delete(id));
    },
    [mutateAsync, toast, onRestored],
  );
}

function useLoadFailure(error: unknown): void {
  const toast = useToast();
  useEffect(() => {
    if (error) toast.error(`${t('message.dataLoadFailed')} (${messageOf(error)})`, error);
  }, [error, toast]);
}

/**
 * A link may name what is no more: a field to sort by, a page that the server does not count to. It
 * shows records all the same.
 */
function useKnownView({ data, error, isPlaceholderData }: ReturnType<typeof useRecordPage>): void {
  const view = useDataView((state) => state.view);
  const changeView = useDataView((state) => state.changeView);
  const field = view.sort?.field;
  const isUnknown = data !== undefined && !isPlaceholderData && field !== undefined && ![...data.columns, 'deletedAt'].includes(field);
  const [hasShown, setShown] = useState(false);
  if (data && !hasShown) setShown(true);
  const isRefused = error instanceof ApiError && ['invalid-argument', 'query-too-broad'].includes(error.code) && !hasShown;
  useEffect(() => {
    if (isUnknown) changeView({ sort: null, page: view.page });
    else if (isRefused && view !== firstView) changeView({ ...firstView, limit: view.limit });
  }, [isUnknown, isRefused, view, changeView]);
}

/** Leaves a page that deletes have taken away. */
function useLastPage(page: number, totalPages: number | undefined, changeView: DataViewState['changeView']): void {
  useEffect(() => {
    if (totalPages && page > totalPages) changeView({ page: totalPages });
  }, [page, totalPages, changeView]);
}
