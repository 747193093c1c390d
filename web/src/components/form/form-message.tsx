import { timings } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Collapse from '@mui/material/Collapse';
import { useEffect, useState } from 'react';
import { said } from '../../texts/index.ts';

export interface FormNote {
  kind: 'success' | 'error' | 'info';
  text: string;
}

/** What a form answered. A success hides after `timings.successMessage`; everything else stays until the next try. */
export function FormMessage({ note }: { note: FormNote | null }) {
  const [hidden, setHidden] = useState<FormNote | null>(null);
  useEffect(() => {
    if (note?.kind !== 'success') return;
    const timer = setTimeout(() => setHidden(note), timings.successMessage);
    return () => clearTimeout(timer);
  }, [note]);
  const shown = note !== null && note !== hidden;
  return (
    <Collapse in={shown} unmountOnExit>
      {note && <Alert severity={note.kind}>{said(note.text)}</Alert>}
    </Collapse>
  );
}
