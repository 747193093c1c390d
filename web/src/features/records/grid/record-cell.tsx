import type { DataRecord } from '@bedplate/contract';
import {
  GridCell,
  type GridCellProps,
  gridEditCellStateSelector,
  gridFocusCellSelector,
  gridTabIndexCellSelector,
  useGridApiContext,
  useGridSelector,
} from '@mui/x-data-grid';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { pictureOf } from '../columns/picture-of.ts';
import { FaultMark } from '../faults/fault-mark.tsx';
import { useFindFault } from '../faults/find-fault.ts';
import { fieldOf, lookOf } from './record-columns.tsx';

/**
 * A cell of the table. One that shows text is an element and one subscription; the library's, which
 * also knows of pinned, spanned and selected cells, has eight, and took a quarter of the time of
 * rows that scroll in. It still draws what is edited, and columns that draw themselves.
 */
export const RecordCell = memo(function RecordCell(props: GridCellProps) {
  const { rowId, row, column, colIndex, align, width, isNotVisible } = props;
  const { field } = column;
  const api = useGridApiContext();
  const state = useGridSelector(api, stateOf, { rowId, field });
  const element = useRef<HTMLDivElement>(null);
  const findFault = useFindFault();
  const isFocused = state === 'focused';
  useLayoutEffect(() => {
    if (isFocused && element.current && !element.current.contains(document.activeElement)) element.current.focus({ preventScroll: true });
  }, [isFocused]);
  if (state === 'edited' || column.renderCell) return <GridCell {...props} />;
  const publish = (event: MouseEvent | KeyboardEvent) => {
    // The row may have gone meanwhile.
    if (!api.current.getRow(rowId)) return;
    const name = events[event.type as keyof typeof events]; // the element below listens to these alone
    api.current.publishEvent(name, api.current.getCellParams(rowId, field), event as MouseEvent<HTMLElement> & KeyboardEvent<HTMLElement>);
  };
  const value: unknown = api.current.getRowValue(row, column);
  const name = fieldOf(field) ?? '';
  const picture = row.file_metadata ? pictureOf(row as DataRecord, name) : null; // the grid's rows are records
  const fault = findFault(row, name);
  const text = String(api.current.getRowFormattedValue(row, column));
  return (
    <div
      ref={element}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the table around it is the library's, of elements like this
      role="gridcell"
      className={`MuiDataGrid-cell MuiDataGrid-cell--text${align === 'right' ? 'Right' : 'Left'} ${lookOf(field, value)}${fault === null ? '' : ' fault'}`}
      data-field={field}
      data-colindex={colIndex}
      aria-colindex={colIndex + 1}
      title={fault === null ? text : `${text}\n${fault}`}
      dir="auto"
      translate="no" // a stored value is shown as it is stored, and a translated text no longer follows it
      tabIndex={state === 'plain' || isNotVisible ? -1 : 0}
      style={isNotVisible ? hidden : ({ '--width': `${width}px` } as CSSProperties)} // React's type has no custom properties
      onClick={publish}
      onDoubleClick={publish}
      onMouseDown={publish}
      onMouseUp={publish}
      onKeyDown={publish}
      onKeyUp={publish}
    >
      {picture && <img className="picture" src={picture} alt="" loading="lazy" decoding="async" />}
      {fault !== null && <FaultMark />}
      {text}
      {fault !== null && <span className="fault-text">. {fault}</span>}
    </div>
  );
});

type CellState = 'edited' | 'focused' | 'reached by tab' | 'plain';

function stateOf(api: ReturnType<typeof useGridApiContext>, cell: Pick<GridCellProps, 'rowId'> & { field: string }): CellState {
  if (gridEditCellStateSelector(api, cell) !== null) return 'edited';
  const isCell = (at: { id: unknown; field: string } | null) => at?.id === cell.rowId && at.field === cell.field;
  if (isCell(gridFocusCellSelector(api))) return 'focused';
  return isCell(gridTabIndexCellSelector(api)) ? 'reached by tab' : 'plain';
}

/** The grid's names of what happens to a cell, by the browser's. */
const events = {
  click: 'cellClick',
  dblclick: 'cellDoubleClick',
  mousedown: 'cellMouseDown',
  mouseup: 'cellMouseUp',
  keydown: 'cellKeyDown',
  keyup: 'cellKeyUp',
} as const;

/** The focused cell stays when it is scrolled away. */
const hidden: CSSProperties = { padding: 0, opacity: 0, width: 0, height: 0, border: 0 };
