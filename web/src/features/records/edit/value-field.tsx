import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../../../components/form/field.tsx';
import { areaProps, keepsLineBreaks, longText } from './line-breaks.ts';

/** Longer values get a text area. */
const oneLine = 60;

interface ValueFieldProps {
  name: string;
  value: string;
  /** The stored text, which decides how large the field is. */
  stored: string;
  onText: (text: string) => void;
  help: ReactNode;
}

/** A field of a record's value as text: one line, or an area for what is long or has lines. */
export function ValueField({ name, value, stored, onText, help }: ValueFieldProps) {
  const [size, setSize] = useState(() => grown(stored.length > oneLine ? 'area' : 'line', stored));
  const fitting = grown(size, value);
  if (fitting !== size) setSize(fitting);
  const input = useRef<HTMLInputElement>(null);
  const drawn = useRef(size);
  // Another element has taken the place of the one that was typed in.
  useEffect(() => {
    if (drawn.current !== size) input.current?.focus();
    drawn.current = size;
  }, [size]);
  const area = size === 'line' ? null : areaProps(size === 'long', { minRows: 3, maxRows: 12 });
  return (
    <Field
      ref={input}
      label={name}
      value={value}
      onChange={(event) => onText(event.target.value)}
      help={help}
      {...area?.input}
      inputProps={{ dir: 'auto', ...area?.inputProps }}
      {...(area ? {} : keepsLineBreaks(onText))}
    />
  );
}

type Size = 'line' | 'area' | 'long';

/** @returns the size that holds the text: a line break would not survive in one line. It never shrinks below a hand that types */
function grown(size: Size, text: string): Size {
  if (size === 'long' || text.length > longText) return 'long';
  return text.includes('\n') ? 'area' : size;
}
