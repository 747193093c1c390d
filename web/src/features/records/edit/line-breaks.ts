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
    const pasted = data ? pastedIn(data).text : '';
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

/** Listens in a text area: a cell of several lines, which spreadsheets copy in quotes, is pasted without them. */
export function takesCell(event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  const { text, isQuoted } = pastedIn(clipboardData);
  if (!isQuoted || !(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  target.setRangeText(text, target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** The text that a clipboard holds. */
export interface Pasted {
  /** Without the break at the end and the quotes that spreadsheets put around a cell of several lines. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** A spreadsheet copies a table of HTML as well. */
  readonly isTable: boolean;
}

export function pastedIn(data: DataTransfer): Pasted {
  const plain = data.getData('text/plain').replaceAll(/\r\n?/g, '\n');
  const isTable = /<table|<google-sheets/i.test(data.getData('text/html'));
  const text = plain.replace(/\n+$/, '');
  const inside = /^".*\n.*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '') : '"';
  // Another text in quotes has them as its own.
  const isQuoted = (isTable || plain !== text) && !inside.includes('"');
  return { text: isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text, isQuoted, isTable };
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
