import type { DataRecord } from '@bedplate/contract';
import { GridActionsCell, type GridRenderCellParams } from '@mui/x-data-grid';
import type { MouseEventHandler } from 'react';
import { t } from '../../../texts/index.ts';
import { useDataView } from '../state/data-view-store.tsx';

export interface RowActionHandlers {
  onEdit: (record: DataRecord) => void;
  onDelete: (record: DataRecord) => void;
  onRestore: (record: DataRecord) => void;
  /** Why changes are refused at the moment; null while they are not. */
  refusal: string | null;
}

/** The actions of a row, at its end. Arrow keys move between the buttons. */
export function RowActions({ params, on }: { params: GridRenderCellParams<DataRecord>; on: RowActionHandlers }) {
  const { row } = params;
  const isGone = useDataView(({ gone }) => gone.has(row.id)) && row.is_deleted === true;
  const refusal = isGone ? t('records.goneMeanwhile') : on.refusal;
  return (
    <GridActionsCell {...params} suppressChildrenValidation>
      {row.is_deleted === true && !isGone
        ? [<RowAction key="restore" label={t('records.restore')} icon={restore} refusal={refusal} onClick={() => on.onRestore(row)} />]
        : [
            <RowAction key="edit" label={t('records.edit')} icon={pencil} refusal={refusal} onClick={() => on.onEdit(row)} />,
            <RowAction key="delete" label={t('records.delete')} icon={bin} refusal={refusal} onClick={() => on.onDelete(row)} />,
          ]}
    </GridActionsCell>
  );
}

interface RowActionProps {
  label: string;
  icon: string;
  refusal: string | null;
  onClick: MouseEventHandler;
  /** Given by the cell around it. */
  tabIndex?: number;
}

/**
 * A plain button: there are two in every row, and the library's would take most of the time that a
 * page of rows takes.
 */
function RowAction({ label, icon, refusal, onClick, tabIndex }: RowActionProps) {
  return (
    <button
      type="button"
      className="row-action"
      aria-label={label}
      title={refusal ?? label}
      disabled={refusal !== null}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}

// The outlined icons of @mui/icons-material.
const pencil =
  'm14.06 9.02.92.92L5.92 19H5v-.92zM17.66 3c-.25 0-.51.1-.7.29l-1.83 1.83 3.75 3.75 1.83-1.83c.39-.39.39-1.02 0-1.41l-2.34-2.34c-.2-.2-.45-.29-.71-.29m-3.6 3.19L3 17.25V21h3.75L17.81 9.94z';
const bin = 'M16 9v10H8V9zm-1.5-6h-5l-1 1H5v2h14V4h-3.5zM18 7H6v12c0 1.1.9 2 2 2h8c1.1 0 2-.9 2-2z';
const restore = 'm15.5 4-1-1h-5l-1 1H5v2h14V4zM6 19c0 1.1.9 2 2 2h8c1.1 0 2-.9 2-2V7H6zm2-5V9h8v10H8zm2 4h4v-4h2l-4-4-4 4h2z';
