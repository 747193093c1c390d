import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { hugeText } from './load-long-editor.ts';
import { LazyEditor } from './lazy-editor.tsx';
import { areaProps, caretNow, keepsLineBreaks, longText, takesCell } from './line-breaks.ts';

/** Longer values get a text area. */
const oneLine = 60;

interface ValueFieldProps {
  name: string;
  value: string;
  /** The stored text, which decides how large the field is. */
  stored: string;
  onText: (text: string) => void;
  /** It begins as an area, whatever it holds. */
  isLong?: boolean;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
}

/** A field of a record's value as text: one line, or an area for what is long or has lines. */
export function ValueField({
  name,
  value,
  stored,
  onText,
  isLong = false,
  required = false,
  disabled = false,
  help,
  error,
}: ValueFieldProps) {
  const [size, setSize] = useState(() => grown(isLong || stored.length > oneLine ? 'area' : 'line', stored));
  const fitting = grown(size, value);
  if (fitting !== size) setSize(fitting);
  const input = useRef<HTMLElement>(null);
  const drawn = useRef(size);
  const [caret, setCaret] = useState(0);
  const type = (text: string) => {
    setCaret(caretNow());
    onText(text);
  };
  // Another element has taken the place of the one that was typed in.
  useEffect(() => {
    if (drawn.current !== size) input.current?.focus();
    drawn.current = size;
  }, [size]);
  if (size === 'huge')
    return (
      <FormControl fullWidth error={Boolean(error)}>
        <FormLabel sx={{ mb: 1.5 }} onClick={() => input.current?.focus()}>
          {name}
        </FormLabel>
        <Box sx={frameStyle}>
          <LazyEditor
            label={name}
            text={value}
            onText={onText}
            rows={rows.maxRows}
            caret={caret}
            isInvalid={Boolean(error)}
            inputRef={(element) => {
              input.current = element;
              // The field that was typed in has gone while this one was loaded; a hand may be in another by now.
              if (caret > 0 && !document.activeElement?.matches('input, textarea, [contenteditable=true]')) element?.focus();
            }}
          />
        </Box>
        {(error ?? help) && <FormHelperText role={error ? 'alert' : undefined}>{error ?? help}</FormHelperText>}
      </FormControl>
    );
  const area = size === 'line' ? null : areaProps(size === 'long', rows);
  return (
    <Field
      ref={(element) => {
        input.current = element;
      }}
      label={name}
      value={value}
      onChange={(event) => type(event.target.value)}
      required={required}
      disabled={disabled}
      help={help}
      error={error}
      {...area?.input}
      inputProps={{ dir: 'auto', ...area?.inputProps }}
      {...(area ? { onPaste: takesCell } : keepsLineBreaks(type))}
    />
  );
}

type Size = 'line' | 'area' | 'long' | 'huge';

const rows = { minRows: 3, maxRows: 12 };

const frameStyle = {
  typography: 'body2',
  px: 3,
  py: 2,
  border: 1,
  borderColor: 'control',
  borderRadius: 1,
  '&:focus-within': { borderColor: 'primary.main', boxShadow: (theme: Theme) => `0 0 0 1px ${theme.vars?.palette.primary.main}` },
} as const;

/** @returns the size that holds the text: a line break would not survive in one line. It never shrinks below a hand that types */
function grown(size: Size, text: string): Size {
  if (size === 'huge' || text.length > hugeText) return 'huge';
  if (size === 'long' || text.length > longText) return 'long';
  return text.includes('\n') ? 'area' : size;
}
