import { type DataRecord, isEditableField, looksLikeId } from '@bedplate/contract';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import RestoreFromTrash from '@mui/icons-material/RestoreFromTrashOutlined';
import { GridActionsCell, GridActionsCellItem, type GridColDef } from '@mui/x-data-grid';
import { t } from '../../texts/index.ts';
import { kindOf, parseCell } from './cell-kind.ts';
import { cellText, isEmptyValue } from './cell-text.ts';
import { Draft, EditCell } from './edit-cell.tsx';
import { ValueCell } from './value-cell.tsx';

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
  /** Null for roles that only read. */
  actions: RecordActions | null;
  /** Pixels that someone has chosen. */
  widths: Readonly<Record<string, number>>;
}

export interface RecordActions {
  onEdit: (record: DataRecord) => void;
  onDelete: (record: DataRecord) => void;
  onRestore: (record: DataRecord) => void;
}

/** @param names in the order in which they are shown */
export function recordColumns(
  names: readonly string[],
  rows: readonly DataRecord[],
  { actions, widths }: ColumnOptions,
): GridColDef<DataRecord>[] {
  const fields = names.map((name, at): GridColDef<DataRecord> => {
    const column = fieldColumn(name, rows, actions !== null);
    const width = widths[name];
    if (width !== undefined) return { ...column, width };
    // The last field takes the width that is left.
    return at === names.length - 1 ? { ...column, flex: 1, minWidth: column.width ?? narrowest } : column;
  });
  return actions ? [...fields, actionColumn(actions)] : fields;
}

const narrowest = 60;

function fieldColumn(name: string, rows: readonly DataRecord[], canWrite: boolean): GridColDef<DataRecord> {
  const values = rows.map((row) => row[name]);
  const numeric =
    values.some((value) => typeof value === 'number') && values.every((value) => typeof value === 'number' || isEmptyValue(value));
  return {
    field: columnOf(name),
    headerName: name,
    width: widthFor(name, values),
    minWidth: narrowest,
    align: numeric ? 'right' : 'left',
    headerAlign: numeric ? 'right' : 'left',
    valueGetter: (_, row) => row[name],
    renderCell: ({ value }) => <ValueCell value={value} mono={looksLikeId(name)} />,
    ...(canWrite && isEditableField(name) ? editing(name, values) : {}),
  };
}

function editing(name: string, values: readonly unknown[]): Partial<GridColDef<DataRecord>> {
  return {
    editable: true,
    valueSetter: (value, row) => ({ ...row, [name]: value }),
    preProcessEditCellProps: ({ props }) => ({ ...props, error: isWrong(props.value) }),
    renderEditCell: (params) => <EditCell params={params} name={name} kind={kindOf(params.row[name], values)} />,
  };
}

function isWrong(value: unknown): boolean {
  return value instanceof Draft && 'problem' in parseCell(value.text, value.kind);
}

function actionColumn({ onEdit, onDelete, onRestore }: RecordActions): GridColDef<DataRecord> {
  return {
    field: actionField,
    type: 'actions',
    headerName: t('records.action'),
    width: 92,
    align: 'right',
    headerAlign: 'right',
    renderCell: (params) =>
      params.row.is_deleted === true ? (
        <GridActionsCell {...params}>
          <GridActionsCellItem
            label={t('records.restore')}
            icon={<RestoreFromTrash fontSize="small" />}
            onClick={() => onRestore(params.row)}
          />
        </GridActionsCell>
      ) : (
        <GridActionsCell {...params}>
          <GridActionsCellItem label={t('records.edit')} icon={<EditOutlined fontSize="small" />} onClick={() => onEdit(params.row)} />
          <GridActionsCellItem label={t('records.delete')} icon={<DeleteOutline fontSize="small" />} onClick={() => onDelete(params.row)} />
        </GridActionsCell>
      ),
  };
}

/** Wide enough for most of what the page shows. Pixels. */
function widthFor(name: string, values: readonly unknown[]): number {
  const lengths = values.slice(0, 50).map((value) => cellText(value).length);
  const longest = Math.max(name.length + 4, ...lengths);
  return Math.min(340, Math.max(88, Math.round(longest * 7.4) + 26));
}
