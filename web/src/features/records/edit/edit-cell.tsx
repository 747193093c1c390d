import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { type GridRenderEditCellParams, useGridApiContext } from '@mui/x-data-grid';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isComposing } from '../../../lib/composing.ts';
import { t } from '../../../texts/index.ts';
import { CellChoice } from './cell-choice.tsx';
import type { CellFormat } from './cell-kind.ts';
import { CellLine, floating } from './cell-line.tsx';
import { Draft, problemIn, useDraft } from './use-draft.ts';
import { hugeText } from './load-long-editor.ts';
import { LazyEditor } from './lazy-editor.tsx';
import { areaProps, caretNow, keepsLineBreaks, longText, takesCell } from './line-breaks.ts';

const oneLine = 60;

interface EditCellProps {
  params: GridRenderEditCellParams<DataRecord>;
  name: string;
  format: CellFormat;
}

/**
 * A value's editor in its cell: a choice for yes or no, one line for most, an area for long texts
 * and JSON.
 */
export function EditCell({ params, name, format: given }: EditCellProps) {
  const { id, field, value, error, hasFocus } = params;
  // The format when the edit began: later the grid's row holds a draft, and the grid makes this
  // component again when the row has moved far.
  const [format] = useState(() => (value instanceof Draft ? value.format : given));
  const { kind, options } = format;
  const api = useGridApiContext();
  // An area is in the page a moment later than its cell.
  const [input, setInput] = useState<HTMLElement | null>(null);
  const cell = useRef<HTMLDivElement>(null);
  const { text, type: draft, settle } = useDraft(params, format);
  const [area, setArea] = useState(() => (kind === 'json' || text.length > oneLine || text.includes('\n') ? areaOf(text) : null));
  const isLarge = area !== null;
  useLayoutEffect(() => {
    if (hasFocus) input?.focus({ preventScroll: isLarge }); // an area finds its place after that
  }, [hasFocus, input, isLarge]);
  const type = (typed: string) => {
    if ((typed.length > longText && !area?.isLong) || (typed.length > hugeText && !area?.isHuge)) setArea(areaOf(typed, caretNow()));
    return draft(typed);
  };
  const open = (typed: string) => {
    setArea(areaOf(typed, caretNow()));
    void draft(typed);
  };
  const choose = async (chosen: string) => {
    if (await type(chosen)) api.current.stopCellEditMode({ id, field });
  };
  const onAreaKey = (event: KeyboardEvent) => {
    // Enter would end the edit: with Shift it is a line break, as it is in every text area.
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    if (event.shiftKey) return event.stopPropagation();
    const settling = settle();
    if (!settling) return;
    event.stopPropagation();
    event.preventDefault();
    void settling.then(() => api.current.stopCellEditMode({ id, field }));
  };
  const problem = useMemo(() => (value instanceof Draft ? problemIn(value) : null), [value]);
  const common = {
    value: text,
    fullWidth: true,
    onChange: (event: { target: { value: string } }) => void type(event.target.value),
    onBlur: () => void settle(),
    inputProps: { dir: 'auto', 'aria-label': t('records.editing', { field: name }), 'aria-invalid': Boolean(error), spellCheck: false },
  };
  const offered = kind === 'boolean' ? flags : options;
  if (offered)
    return <CellChoice name={name} value={text} options={offered} inputRef={setInput} onChoose={(chosen) => void choose(chosen)} />;
  if (!isLarge)
    return (
      <CellLine
        {...common}
        inputRef={setInput}
        problem={problem}
        isNumber={kind === 'number'}
        {...(kind === 'text' ? keepsLineBreaks(open) : {})}
      />
    );
  return (
    <Box ref={cell} sx={{ width: '100%', height: '100%' }}>
      <Popper open anchorEl={() => cell.current ?? document.body} placement="bottom-start" sx={{ zIndex: 1300 }}>
        <Paper sx={{ p: 3, width: 'min(420px, 90vw)', ...floating }}>
          {area.isHuge ? (
            <Box onKeyDown={onAreaKey} sx={{ typography: kind === 'json' ? 'mono' : 'body2' }}>
              <LazyEditor
                label={t('records.editing', { field: name })}
                text={text}
                onText={(typed) => void type(typed)}
                onBlur={common.onBlur}
                rows={areaRows.maxRows}
                caret={area.caret}
                isInvalid={Boolean(error)}
                endsAtEnter
                inputRef={setInput}
              />
            </Box>
          ) : (
            <InputBase
              {...common}
              inputRef={setInput}
              {...area.input}
              inputProps={{ ...common.inputProps, ...area.inputProps }}
              onKeyDown={onAreaKey}
              onPaste={takesCell}
              sx={{ typography: kind === 'json' ? 'mono' : 'body2', p: 0 }}
            />
          )}
          {problem && (
            <Box role="alert" sx={{ color: 'error.main', typography: 'caption', pt: 2 }}>
              {problem}
            </Box>
          )}
          <Box sx={{ color: 'text.secondary', typography: 'caption', pt: 2 }}>{t('records.areaKeys')}</Box>
        </Paper>
      </Popper>
    </Box>
  );
}

const flags = ['true', 'false'];
const areaRows = { minRows: 4, maxRows: 14 };

/** @param caret where a hand was when its text outgrew the field before */
function areaOf(text: string, caret = 0) {
  const isLong = text.length > longText;
  return { isLong, isHuge: text.length > hugeText, caret, ...areaProps(isLong, areaRows) };
}
