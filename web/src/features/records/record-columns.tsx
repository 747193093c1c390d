import { type DataRecord, looksLikeId } from '@bedplate/contract';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import RestoreFromTrash from '@mui/icons-material/RestoreFromTrashOutlined';
import { GridActionsCell, GridActionsCellItem, type GridColDef } from '@mui/x-data-grid';
import { t } from '../../texts/index.ts';
import { cellText, isEmptyValue } from './cell-text.ts';
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

export interface RecordActions {
  onEdit: (record: DataRecord) => void;
  onDelete: (record: DataRecord) => void;
  onRestore: (record: DataRecord) => void;
}

/** @param names in the order of the server @param actions null for roles that only read */
export function recordColumns(
  names: readonly string[],
  rows: readonly DataRecord[],
  actions: RecordActions | null,
): GridColDef<DataRecord>[] {
  // The last field takes the width that is left.
  const fields = names.map((name, at) => ({ ...fieldColumn(name, rows), ...(at === names.length - 1 ? { flex: 1 } : {}) }));
  return actions ? [...fields, actionColumn(actions)] : fields;
}

function fieldColumn(name: string, rows: readonly DataRecord[]): GridColDef<DataRecord> {
  const values = rows.map((row) => row[name]);
  const numeric =
    values.some((value) => typeof value === 'number') && values.every((value) => typeof value === 'number' || isEmptyValue(value));
  return {
    field: columnOf(name),
    headerName: name,
    width: widthFor(name, values),
    minWidth: widthFor(name, values),
    align: numeric ? 'right' : 'left',
    headerAlign: numeric ? 'right' : 'left',
    valueGetter: (_, row) => row[name],
    renderCell: ({ value }) => <ValueCell value={value} mono={looksLikeId(name)} />,
  };
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
