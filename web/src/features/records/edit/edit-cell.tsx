import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { Theme } from '@mui/material/styles';
import { type GridRenderEditCellParams, useGridApiContext } from '@mui/x-data-grid';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../texts/index.ts';
import { type CellKind, parseCell } from './cell-kind.ts';
import { Draft, useDraft } from './use-draft.ts';
import { hugeText, LazyEditor } from './lazy-editor.tsx';
import { areaProps, caretNow, keepsLineBreaks, longText } from './line-breaks.ts';

const oneLine = 60;

interface EditCellProps {
  params: GridRenderEditCellParams<DataRecord>;
  name: string;
  kind: CellKind;
}

/**
 * A value's editor in its cell: a choice for yes or no, one line for most, an area for long texts
 * and JSON.
 */
export function EditCell({ params, name, kind: given }: EditCellProps) {
  const { id, field, value, error, hasFocus } = params;
  // The kind when the edit began: later the grid's row holds a draft, and the grid makes this
  // component again when the row has moved far.
  const [kind] = useState(() => (value instanceof Draft ? value.kind : given));
  const api = useGridApiContext();
  // An area is in the page a moment later than its cell.
  const [input, setInput] = useState<HTMLElement | null>(null);
  const cell = useRef<HTMLDivElement>(null);
  const { text, type: draft, settle } = useDraft(params, kind);
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
    if (event.key !== 'Enter') return;
    if (event.shiftKey) return event.stopPropagation();
    const settling = settle();
    if (!settling) return;
    event.stopPropagation();
    event.preventDefault();
    void settling.then(() => api.current.stopCellEditMode({ id, field }));
  };
  const problem = useMemo(() => (value instanceof Draft ? parseCell(value.text, kind) : null), [value, kind]);
  const common = {
    value: text,
    fullWidth: true,
    onChange: (event: { target: { value: string } }) => void type(event.target.value),
    onBlur: () => void settle(),
    inputProps: { dir: 'auto', 'aria-label': t('records.editing', { field: name }), 'aria-invalid': Boolean(error), spellCheck: false },
  };
  if (kind === 'boolean')
    return (
      <Box
        component="select"
        ref={setInput}
        aria-label={t('records.editing', { field: name })}
        value={text}
        onChange={(event) => void choose((event.target as HTMLSelectElement).value)}
        sx={selectStyle}
      >
        <option value="">NULL</option>
        <option value="true">{t('records.true')}</option>
        <option value="false">{t('records.false')}</option>
      </Box>
    );
  if (!isLarge) {
    return (
      <Box ref={cell} sx={{ width: '100%', height: '100%' }}>
        <InputBase
          {...common}
          inputRef={setInput}
          inputProps={{ ...common.inputProps, ...(kind === 'number' ? { inputMode: 'decimal' } : {}) }}
          {...(kind === 'text' ? keepsLineBreaks(open) : {})}
          sx={{ px: 3, height: '100%', font: 'inherit', '& input': { textAlign: kind === 'number' ? 'right' : 'left', p: 0 } }}
        />
        {problem && 'problem' in problem && (
          <Popper open anchorEl={() => cell.current ?? document.body} placement="bottom-start" sx={{ zIndex: 1300 }}>
            <Paper role="alert" sx={{ ...floating, px: 3, py: 2, color: 'error.main', typography: 'caption' }}>
              {t(problem.problem)}
            </Paper>
          </Popper>
        )}
      </Box>
    );
  }
  return (
    <Box ref={cell} sx={{ width: '100%', height: '100%' }}>
      <Popper open anchorEl={() => cell.current ?? document.body} placement="bottom-start" sx={{ zIndex: 1300 }}>
        <Paper
          sx={{
            p: 3,
            width: 'min(420px, 90vw)',
            ...floating,
          }}
        >
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
              sx={{ typography: kind === 'json' ? 'mono' : 'body2', p: 0 }}
            />
          )}
          {problem && 'problem' in problem && (
            <Box role="alert" sx={{ color: 'error.main', typography: 'caption', pt: 2 }}>
              {t(problem.problem)}
            </Box>
          )}
          <Box sx={{ color: 'text.secondary', typography: 'caption', pt: 2 }}>{t('records.areaKeys')}</Box>
        </Paper>
      </Popper>
    </Box>
  );
}

/** Above the table. */
const floating = { boxShadow: (theme: Theme) => theme.vars?.palette.floating ?? 'none', border: 1, borderColor: 'divider' };

const areaRows = { minRows: 4, maxRows: 14 };

/** @param caret where a hand was when its text outgrew the field before */
function areaOf(text: string, caret = 0) {
  const isLong = text.length > longText;
  return { isLong, isHuge: text.length > hugeText, caret, ...areaProps(isLong, areaRows) };
}

const selectStyle = { width: '100%', height: '100%', px: 2, border: 0, font: 'inherit', color: 'inherit', bgcolor: 'background.paper' };
