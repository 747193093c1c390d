import { type DataRecord, isEditableField, looksLikeId } from '@bedplate/contract';
import type { GridColDef } from '@mui/x-data-grid';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import { kindOf, parseCell } from '../edit/cell-kind.ts';
import { cellText, isEmptyValue } from '../columns/cell-text.ts';
import { narrowest } from '../columns/column-layout.ts';
import type { ColumnShapes } from '../columns/column-shape.ts';
import { EditCell } from '../edit/edit-cell.tsx';
import { Draft } from '../edit/use-draft.ts';
import { type RowActionHandlers, RowActions } from './row-actions.tsx';

/** A field of any name gets a column: the prefix keeps it apart from the grid's own. */
const prefix = 'field:';
export const actionField = 'action';

export function fieldOf(column: string): string | null {
  return column.startsWith(prefix) ? column.slice(prefix.length) : null;
}

export function columnOf(field: string): string {
  return prefix + field;
}

/** How columns look and what may be done in them. */
export interface ColumnOptions {
  shapes: ColumnShapes;
  /** Null for roles that only read. */
  actions: RowActionHandlers | null;
  /** Pixels that someone has chosen. */
  widths: Readonly<Record<string, number>>;
}

/** @param names in the order in which they are shown */
export function recordColumns(names: readonly string[], { shapes, actions, widths }: ColumnOptions): GridColDef<DataRecord>[] {
  const fields = names.map((name, at): GridColDef<DataRecord> => {
    const column = fieldColumn(name, shapes, actions?.refusal === null);
    const width = ownValue(widths, name);
    if (width !== undefined) return { ...column, width };
    // The last field takes the width that is left.
    return at === names.length - 1 ? { ...column, flex: 1, minWidth: column.width ?? narrowest } : column;
  });
  return actions ? [...fields, actionColumn(actions)] : fields;
}

function fieldColumn(name: string, shapes: ColumnShapes, canWrite: boolean): GridColDef<DataRecord> {
  const { width, numeric, nested } = ownValue(shapes, name) ?? { width: 120, numeric: false, nested: false };
  return {
    field: columnOf(name),
    headerName: name,
    width,
    minWidth: narrowest,
    sortable: !nested,
    align: numeric ? 'right' : 'left',
    headerAlign: numeric ? 'right' : 'left',
    valueGetter: (_, row) => ownValue(row, name),
    valueFormatter: (value: unknown) => cellText(value),
    cellClassName: ({ field, value }) => lookOf(field, value),
    ...(canWrite && isEditableField(name) ? editing(name) : {}),
  };
}

/**
 * NULL is faint, ids and JSON are in mono: a class, since an element of its own in every cell costs
 * as much as the cell.
 */
export function lookOf(column: string, value: unknown): string {
  if (isEmptyValue(value)) return 'empty';
  return typeof value === 'object' || looksLikeId(fieldOf(column) ?? '') ? 'mono' : '';
}

function editing(name: string): Partial<GridColDef<DataRecord>> {
  return {
    editable: true,
    valueSetter: (value, row) => ({ ...row, [name]: value }),
    preProcessEditCellProps: ({ props }) => ({ ...props, error: isWrong(props.value) }),
    renderEditCell: (params) => (
      <EditCell
        params={params}
        name={name}
        kind={kindOf(
          ownValue(params.row, name),
          [...params.api.getRowModels().values()].map((row) => ownValue(row as DataRecord, name)), // the grid's rows are records
        )}
      />
    ),
  };
}

function isWrong(value: unknown): boolean {
  return value instanceof Draft && 'problem' in parseCell(value.text, value.kind);
}

function actionColumn(actions: RowActionHandlers): GridColDef<DataRecord> {
  return {
    field: actionField,
    type: 'actions',
    headerName: t('records.action'),
    width: 92,
    align: 'right',
    headerAlign: 'right',
    renderCell: (params) => <RowActions params={params} on={actions} />,
  };
}
