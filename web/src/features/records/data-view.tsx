import { can, type DataRecord, messages } from '@bedplate/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Failed } from '../../components/failed.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { useSignedIn } from '../../lib/session.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { CellReader } from './cell-reader.tsx';
import { DeleteRecordDialog } from './delete-record-dialog.tsx';
import { EditRecordDialog } from './edit-record-dialog.tsx';
import { RecordFooter } from './record-footer.tsx';
import { type Cell, RecordGrid } from './record-grid.tsx';
import { type StorageRef, type useRecordPage, useRestoreRecord } from './record-queries.ts';
import { RecordToolbar } from './record-toolbar.tsx';
import { isFiltered, type View } from './view.ts';

interface DataViewProps {
  storage: StorageRef;
  view: View;
  onView: (change: Partial<View>) => void;
  query: ReturnType<typeof useRecordPage>;
  changed: ReadonlySet<string>;
}

type Dialog = { kind: 'edit' | 'delete'; record: DataRecord } | { kind: 'read'; cell: Cell } | null;

/** The records of a storage, page by page, with what may be done to them. */
export function DataView({ storage, view, onView, query, changed }: DataViewProps) {
  const { role } = useSignedIn();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const { data } = query;
  const restore = useRestore(storage);
  const actions = useMemo(() => (can(role, 'records.write') ? { ...openers(setDialog), onRestore: restore } : null), [role, restore]);
  const columns = useMemo(() => shownColumns(data?.columns ?? ['id'], view.deleted), [data?.columns, view.deleted]);
  useLoadFailure(query.error);
  useLastPage(view, data?.pagination.totalPages, onView);
  return (
    <>
      <RecordToolbar view={view} onView={onView} softDelete={data?.is_softDelete ?? false} />
      {query.error && <Failed message={t('records.failed')} error={query.error} onRetry={() => void query.refetch()} />}
      {(data || !query.error) && (
        <RecordGrid
          name={t('records.table', { name: data?.storageName ?? '' })}
          columns={columns}
          rows={data?.data ?? []}
          loading={query.isPending || query.isPlaceholderData}
          sort={view.sort}
          changed={changed}
          empty={<EmptyState title={t('records.empty')}>{t(isFiltered(view) ? 'records.emptyFiltered' : 'records.emptyHelp')}</EmptyState>}
          actions={actions}
          onSort={(sort) => onView({ sort })}
          onRead={(cell) => setDialog({ kind: 'read', cell })}
        />
      )}
      {data && <RecordFooter pagination={data.pagination} page={view.page} onPage={(page) => onView({ page })} />}
      <CellReader cell={dialog?.kind === 'read' ? dialog.cell : null} onClose={close} />
      {dialog?.kind === 'edit' && (
        <EditRecordDialog storage={storage} record={dialog.record} columns={data?.columns ?? []} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteRecordDialog storage={storage} id={dialog.record.id} onClose={close} />}
    </>
  );
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

/** Nothing is lost by a restore, so it needs no question. */
function useRestore(storage: StorageRef): (record: DataRecord) => void {
  const toast = useToast();
  const { mutate } = useRestoreRecord(storage);
  return useCallback(
    ({ id }) =>
      mutate(id, {
        onSuccess: () => toast.success(messages.recordRestored),
        onError: (error) => toast.error(messageOf(error, t('records.restoreFailed'))),
      }),
    [mutate, toast],
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
