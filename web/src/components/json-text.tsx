import Box from '@mui/material/Box';
import { laidOut } from '../lib/json-layout.ts';

/**
 * Longer texts are shown in one colour: a span for each word of a megabyte would stall the page.
 */
const colouredLength = 200_000;
const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false)\b|\b(null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const colours = {
  key: 'primary.main',
  string: 'success.main',
  number: 'warning.main',
  boolean: 'info.main',
  null: 'text.secondary', // fainter text cannot be read on the ground of code
} as const;
type Kind = keyof typeof colours;

/**
 * Indented JSON, coloured by kind of value.
 * @param json a valid JSON text
 */
export function JsonText({ json }: { json: string }) {
  const text = laidOut(json);
  return text.length > colouredLength ? text : colour(text);
}

function colour(text: string) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const { 0: whole, 1: quoted, 2: colon, index } = match;
    parts.push(text.slice(end, index));
    const kind: Kind = quoted ? (colon ? 'key' : 'string') : match[3] ? 'boolean' : match[4] ? 'null' : 'number';
    parts.push(
      <Box component="span" key={index} data-kind={kind} sx={{ color: colours[kind] }}>
        {quoted ?? whole}
      </Box>,
      colon ?? '',
    );
    end = index + whole.length;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}
