import { type DataRecord, looksLikeId, type SchemaField } from '@bedplate/contract';
import type { GridCellParams, GridColDef } from '@mui/x-data-grid';
import { lazy, Suspense } from 'react';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import { type CellFormat, type FieldSigns, plainFormat } from '../edit/cell-kind.ts';
import { cellText, isEmptyValue } from '../columns/cell-text.ts';
import { narrowest } from '../columns/column-layout.ts';
import type { ColumnShapes } from '../columns/column-shape.ts';
import { EditCell } from '../edit/edit-cell.tsx';
import { Draft, problemIn } from '../edit/use-draft.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { type DeclaredFields, mayEdit } from '../schema/may-edit.ts';
import { type RowActionHandlers, RowActions } from './row-actions.tsx';

/** Loaded with the first edit of a declared field. */
const TypedCell = lazy(async () => ({ default: (await import('../edit/typed-editing.ts')).TypedCell }));

/** A field of any name gets a column: the prefix keeps it apart from the grid's own. */
const prefix = 'field:';
export const actionField = 'action';
/** Types whose figures stand below each other. */
const numericTypes: readonly SchemaField['type'][] = ['number', 'integer', 'decimal'];

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
  /** The declared ones, by name; nothing is edited before they are known. */
  fields: DeclaredFields | null;
  /** See `RecordPage`. */
  kinds: NonNullable<RecordPage['kinds']>;
}

/** @param names in the order in which they are shown */
export function recordColumns(
  names: readonly string[],
  { shapes, actions, widths, fields: declared, kinds }: ColumnOptions,
): GridColDef<DataRecord>[] {
  const fields = names.map((name, at): GridColDef<DataRecord> => {
    const column = fieldColumn(name, {
      shapes,
      canWrite: actions?.refusal === null && declared !== null,
      declared: ownValue(declared ?? {}, name),
      learned: ownValue(kinds, name),
    });
    const width = ownValue(widths, name);
    if (width !== undefined) return { ...column, width };
    // The last field takes the width that is left.
    return at === names.length - 1 ? { ...column, flex: 1, minWidth: column.width ?? narrowest } : column;
  });
  return actions ? [...fields, actionColumn(actions)] : fields;
}

interface FieldFacts {
  shapes: ColumnShapes;
  canWrite: boolean;
  declared: SchemaField | undefined;
  learned: FieldSigns['learned'];
}

function fieldColumn(name: string, { shapes, canWrite, declared, learned }: FieldFacts): GridColDef<DataRecord> {
  const { width, numeric: areNumbers, nested } = ownValue(shapes, name) ?? { width: 120, numeric: false, nested: false };
  const numeric = areNumbers || (declared !== undefined && numericTypes.includes(declared.type));
  return {
    field: columnOf(name),
    headerName: name,
    ...(declared?.description ? { description: declared.description } : {}),
    width,
    minWidth: narrowest,
    sortable: !nested,
    align: numeric ? 'right' : 'left',
    headerAlign: numeric ? 'right' : 'left',
    valueGetter: (_, row) => ownValue(row, name),
    valueFormatter: (value: unknown) => cellText(value),
    cellClassName: ({ field, value }) => lookOf(field, value),
    ...(canWrite && mayEdit(name, declared) ? editing(name, { declared, learned }) : {}),
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

function editing(name: string, { declared, learned }: Pick<FieldFacts, 'declared' | 'learned'>): Partial<GridColDef<DataRecord>> {
  return {
    editable: true,
    valueSetter: (value, row) => ({ ...row, [name]: value }),
    preProcessEditCellProps: ({ props }) => ({ ...props, error: props.value instanceof Draft && problemIn(props.value) !== null }),
    renderEditCell: (params) =>
      declared && declared.type !== 'file' ? (
        <Suspense>
          <TypedCell params={params} name={name} field={declared} />
        </Suspense>
      ) : (
        <EditCell params={params} name={name} format={plainFormatIn(params, { name, learned })} />
      ),
  };
}

/** @returns how a value is edited of whose field nothing is declared: by what it is, and an empty one by its field */
export function plainFormatIn(
  { row }: Pick<GridCellParams<DataRecord>, 'row'>,
  { name, learned }: { name: string; learned: FieldSigns['learned'] },
): CellFormat {
  return plainFormat(ownValue(row, name), { learned });
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
