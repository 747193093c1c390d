import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import Box from '@mui/material/Box';
import { type RefCallback, useEffect, useRef } from 'react';
import { isComposing } from '../../../lib/composing.ts';

export interface LongEditorProps {
  label: string;
  text: string;
  /** Without it the text is there to read and to copy. */
  onText?: (text: string) => void;
  rows: number;
  /** Where the caret is at first. */
  caret?: number;
  isInvalid?: boolean;
  /** Enter is the form's: a line break takes Shift. */
  endsAtEnter?: boolean;
  onBlur?: () => void;
  /** Gets the element that takes the focus. */
  inputRef?: RefCallback<HTMLElement>;
}

/**
 * An editor for texts of any length, which draws the part that is seen. The browser's own text area
 * lays out all of its text at each key, which takes seconds for a line of a megabyte. Decision 061.
 */
export function LongEditor(props: LongEditorProps) {
  const { text, isInvalid = false, rows } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const told = useRef(text);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { label, caret = 0, endsAtEnter = false } = latest.current;
    const editor = new EditorView({
      parent: place.current as HTMLDivElement, // it is drawn before effects run
      state: EditorState.create({
        doc: told.current,
        selection: { anchor: Math.min(caret, linesAsOne(told.current).length) },
        extensions: [
          latest.current.onText ? history() : EditorState.readOnly.of(true),
          EditorView.domEventHandlers({
            keydown: (event) => endsAtEnter && event.key === 'Enter' && !event.shiftKey && !isComposing(event),
            blur: () => latest.current.onBlur?.(),
          }),
          keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Escape')]), // Escape is the form's
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': label,
            dir: 'auto',
            spellcheck: 'false',
            ...(!latest.current.onText && { 'aria-readonly': 'true' }),
          }),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (!docChanged || transactions.some((one) => one.annotation(fromOutside))) return;
            told.current = state.doc.toString();
            latest.current.onText?.(told.current);
          }),
          look,
          hasLongLine(told.current) ? breakAnywhere : [],
        ],
      }),
    });
    if (caret > 0) editor.dispatch({ effects: EditorView.scrollIntoView(editor.state.selection.main) });
    view.current = editor;
    latest.current.inputRef?.(editor.contentDOM);
    return () => {
      latest.current.inputRef?.(null);
      editor.destroy();
    };
  }, []);
  useEffect(() => {
    if (text === told.current) return;
    told.current = text;
    const editor = view.current;
    editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, annotations: fromOutside.of(true) });
  }, [text]);
  useEffect(() => {
    view.current?.contentDOM.setAttribute('aria-invalid', String(isInvalid));
  }, [isInvalid]);
  return (
    <Box
      ref={place}
      // Not 'inherit': that is the name of a variant of the theme.
      sx={{ width: '100%', minWidth: 0, fontSize: { xs: '1rem', sm: '1em' }, '& .cm-editor': { height: `${rows * 1.5}em` } }}
    />
  );
}

/** Marks a text that the form gave, which it need not be told. */
const fromOutside = Annotation.define<boolean>();

const longLine = 10_000;

function hasLongLine(text: string): boolean {
  return text.split('\n').some(({ length }) => length > longLine);
}

/**
 * Lets lines break inside of words: for a long one, Chromium takes a third of the time to look for places. Without ligatures and
 * kerning it lays out a line of JSON in half the time.
 */
const breakAnywhere = EditorView.theme({
  '.cm-content.cm-lineWrapping': {
    wordBreak: 'break-all',
    overflowWrap: 'normal',
    fontVariantLigatures: 'none',
    fontFeatureSettings: 'normal',
    fontKerning: 'none',
    textRendering: 'optimizeSpeed',
  },
});

/** The editor counts every line break as one character. */
function linesAsOne(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

const look = EditorView.theme({
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '0', caretColor: 'currentColor' },
  '.cm-line': { padding: '0' }, // a direction of its own for each line makes Chromium take seconds for a long one
});
