import type { DataRecord } from '@bedplate/contract';
import { type GridRenderEditCellParams, useGridApiContext } from '@mui/x-data-grid';
import { useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../lib/unsaved.ts';
import type { CellFormat } from './cell-kind.ts';
import { longText } from './line-breaks.ts';

/**
 * The grid's value for a cell that is being edited: its text, so that the type of a half-typed
 * value is not guessed.
 */
export class Draft {
  constructor(
    readonly text: string,
    /** The text when the edit began. */
    readonly begun: string,
    readonly format: CellFormat,
  ) {}
}

/** @returns why the text is no value of its cell; null when it is one */
export function problemIn({ text, format }: Draft): string | null {
  const read = format.read(text);
  return 'problem' in read ? read.problem : null;
}

/** Milliseconds without a key after which a long text is looked at. */
const pause = 300;

/**
 * The text of a cell's editor. A field must show a key at once, while the grid takes a value in its
 * own time, and reading a megabyte of JSON takes longer than a key may.
 * @returns `settle`, which gives the grid what it does not have yet and answers whether there was anything
 */
export function useDraft({ id, field, value }: GridRenderEditCellParams<DataRecord>, format: CellFormat) {
  const api = useGridApiContext();
  const [text, setText] = useState(() => (value instanceof Draft ? value.text : format.textOf(value)));
  const [begun] = useState(() => (value instanceof Draft ? value.begun : text));
  useUnsaved({ isUnsaved: () => text !== begun, name: field.slice(field.indexOf(':') + 1) });
  const unread = useRef<{ timer: ReturnType<typeof setTimeout>; text: string } | null>(null);
  const forget = () => {
    clearTimeout(unread.current?.timer);
    unread.current = null;
  };
  useEffect(() => () => clearTimeout(unread.current?.timer), [unread]);
  const tell = async (typed: string): Promise<boolean> => {
    forget();
    return api.current.setEditCellValue({ id, field, value: new Draft(typed, begun, format) }) as Promise<boolean>; // of one value
  };
  const type = (typed: string): Promise<boolean> => {
    setText(typed);
    if (typed.length <= longText) return tell(typed);
    forget();
    unread.current = { text: typed, timer: setTimeout(() => void tell(typed), pause) };
    return Promise.resolve(true);
  };
  const settle = (): Promise<boolean> | null => (unread.current ? tell(unread.current.text) : null);
  return { text, type, settle };
}
