import { type GridApi, gridFocusCellSelector, gridTabIndexCellSelector, type useGridApiRef } from '@mui/x-data-grid';
import { type FocusEvent, useEffect, useRef } from 'react';
import { useStable } from '../../../lib/use-stable.ts';

export interface GridHandle {
  /** Focuses the row that last had the focus, or the row in its place. */
  focus: () => void;
}

/**
 * Moves the focus to the next row when its own row leaves the page. The library would focus the
 * first row, or lose the focus.
 * @returns listeners for the element around the table, and a function that focuses the table
 */
export function useKeptFocus(api: ReturnType<typeof useGridApiRef>, rows: readonly { id: string }[]) {
  const last = useRef<{ element: Element; at: number } | null>(null);
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    const row = target.closest<HTMLElement>('[data-rowindex]');
    if (row && currentTarget.contains(row)) last.current = { element: target, at: Number(row.dataset.rowindex) };
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isElsewhere = relatedTarget !== null && !currentTarget.contains(relatedTarget);
    if (isElsewhere && relatedTarget.closest('[role="dialog"]') === null) api.current?.setState(withoutFocus);
  };
  const focus = useStable(() => api.current && focusRow(api.current, last.current?.at ?? 0));
  useEffect(() => {
    const cell = api.current && gridFocusCellSelector(api);
    if (cell && !rows.some(({ id }) => id === cell.id)) focus();
    // A closing dialog returns the focus to an element that the table's next render removes.
    const drawn = setTimeout(() => isLost() && last.current?.element.isConnected === false && focus());
    return () => clearTimeout(drawn);
  }, [api, rows, focus]);
  return { onFocus, onBlur, focus };
}

/**
 * The library forgets its focused cell after a press elsewhere. Somebody who leaves by the keyboard
 * would lose the focus to the table when that cell's row leaves the page.
 */
function withoutFocus(state: GridApi['state']): GridApi['state'] {
  return { ...state, focus: { cell: null, columnHeader: null, columnHeaderFilter: null, columnGroupHeader: null } };
}

/**
 * Gives the focus to the table after a dialog or bar above it has closed, if the element that it was
 * opened from has gone as well.
 */
export function useFocusBack(isOpen: boolean, focus: () => void): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isLost()) focus();
    wasOpen.current = isOpen;
  }, [isOpen, focus]);
}

function isLost(): boolean {
  return document.activeElement === document.body;
}

function focusRow(api: GridApi, at: number): void {
  const ref = { current: api };
  const field = (gridFocusCellSelector(ref) ?? gridTabIndexCellSelector(ref))?.field ?? api.getVisibleColumns()[0]?.field;
  const ids = api.getAllRowIds();
  const id = ids[Math.min(at, ids.length - 1)];
  if (field === undefined) return;
  if (id === undefined) api.setColumnHeaderFocus(field);
  else api.setCellFocus(id, field);
}
