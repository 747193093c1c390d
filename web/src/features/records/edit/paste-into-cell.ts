import type { DataRecord } from '@bedplate/contract';
import type { GridApi, GridCellParams } from '@mui/x-data-grid';
import { t } from '../../../texts/index.ts';
import '../../../texts/fields.ts';
import { ownValue } from '../../../lib/own-value.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import type { CellFormat, FieldSigns } from './cell-kind.ts';
import type { Pasted } from './line-breaks.ts';
import { typedFormat } from './typed-format.ts';
import type { CellChange } from './use-cell-edit.ts';

interface Paste {
  readonly pasted: Pasted;
  readonly fields: DeclaredFields | null;
  readonly kinds: RecordPage['kinds'];
  readonly onCellChange: (change: CellChange) => void;
  readonly fieldOf: (column: string) => string | null;
  /** Of a field that nothing is declared of. */
  readonly plainFormatIn: (params: GridCellParams, field: { name: string; learned: FieldSigns['learned'] }) => CellFormat;
}

/**
 * Changes a cell to the pasted text, as if it had been typed.
 * @param target where it was pasted: a cell, or something else, as an input in it
 * @returns why nothing was pasted, if that must be told
 */
export function pasteIntoCell(api: GridApi, target: EventTarget, paste: Paste): string | null {
  const { pasted, fields, kinds = {}, fieldOf, plainFormatIn, onCellChange } = paste;
  const { id, column, name } = cellAt(target, fieldOf);
  const { text } = pasted;
  const row = id === undefined ? null : (api.getRow(id) as DataRecord | null); // the grid's rows are records
  if (text === '' || !id || !column || !name || !row) return null;
  const params = api.getCellParams(id, column);
  const { value } = params;
  if (!api.isCellEditable(params)) return t('records.pasteFixed', { field: name });
  if (isSeveralCells(pasted)) return t('records.pasteSeveral');
  const field = ownValue(fields ?? {}, name);
  const format = field && field.type !== 'file' ? typedFormat(field) : plainFormatIn(params, { name, learned: ownValue(kinds, name) });
  const read = format.read(text);
  if ('problem' in read) return t('records.pasteRefused', { field: name, problem: read.problem });
  if (text !== format.textOf(value)) onCellChange({ id, field: name, value: read.value, before: value ?? null, updatedAt: row.updatedAt });
  return null;
}

function cellAt(target: EventTarget, fieldOf: Paste['fieldOf']) {
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'gridcell') return {};
  const column = target.dataset.field ?? '';
  return { column, name: fieldOf(column), id: target.closest<HTMLElement>('[data-id]')?.dataset.id };
}

function isSeveralCells({ text, isQuoted, isTable }: Pasted): boolean {
  return !isQuoted && (text.includes('\t') || (isTable && text.includes('\n')));
}
