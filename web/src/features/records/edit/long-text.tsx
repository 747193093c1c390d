import Box from '@mui/material/Box';
import { LazyEditor } from './lazy-editor.tsx';
import { hugeText } from './load-long-editor.ts';

/** Lines that are counted at most: a text beyond that is tall anyway. */
const looked = 20_000;

interface LongTextProps {
  text: string;
  label: string;
  minRows?: number;
  maxRows: number;
}

/**
 * A text of any length, to read. A text area that fits its height to its text measures all of it twice, and lays out a megabyte for
 * seconds even so: of a huge one, what is seen is drawn.
 */
export function LongText({ text, label, minRows = 2, maxRows }: LongTextProps) {
  const rows = rowsOf(text, minRows, maxRows);
  if (text.length > hugeText)
    return (
      <Box sx={areaStyle}>
        <LazyEditor label={label} text={text} rows={rows} />
      </Box>
    );
  return <Box component="textarea" readOnly dir="auto" value={text} rows={rows} aria-label={label} spellCheck={false} sx={areaStyle} />;
}

/** @returns rows that show the text, as far as it can be told without measuring it */
function rowsOf(text: string, minRows: number, maxRows: number): number {
  const lines = text.slice(0, looked).split('\n');
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 60)), 0);
  return Math.min(maxRows, Math.max(minRows, rows));
}

const areaStyle = {
  display: 'block',
  width: '100%',
  m: 0,
  p: 3,
  border: 1,
  borderColor: 'control',
  borderRadius: 1,
  bgcolor: 'transparent',
  color: 'inherit',
  typography: 'mono',
  resize: 'vertical',
  overflowWrap: 'anywhere',
} as const;
