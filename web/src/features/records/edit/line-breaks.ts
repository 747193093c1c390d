import type { ClipboardEvent, DragEvent } from 'react';

/** Characters above which a text area keeps its height instead of measuring all of its text at each key. */
export const longText = 5_000;

/**
 * A one-line field drops the line breaks of what is pasted or dropped into it.
 * @param open gets the field's text with what was pasted in its place, for a field that shows lines
 * @returns listeners for a one-line field. A break at the end, as spreadsheets copy a cell, is left out
 */
export function keepsLineBreaks(open: (text: string) => void) {
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
    const pasted = data?.getData('text/plain').replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '') ?? '';
    if (!(event.target instanceof HTMLInputElement) || !pasted.includes('\n')) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.target;
    const at = selectionStart ?? value.length;
    open(value.slice(0, at) + pasted + value.slice(selectionEnd ?? at));
  };
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  };
}

/** @returns properties of the library's inputs for a text of several lines */
export function areaProps(isLong: boolean, { minRows, maxRows }: { minRows: number; maxRows: number }) {
  return isLong
    ? { input: { multiline: true, inputComponent: 'textarea' as const }, inputProps: { rows: maxRows, spellCheck: false, dir: undefined } } // the browser would look for a direction at each key
    : { input: { multiline: true, minRows, maxRows }, inputProps: {} };
}

/** @returns where the caret is in the field that a hand is in */
export function caretNow(): number {
  const field = document.activeElement;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return (isText && field.selectionEnd) || 0;
}
