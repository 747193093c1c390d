import { timings } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Collapse from '@mui/material/Collapse';
import { useEffect, useState } from 'react';
import { LogLink } from './log-link.tsx';

export interface FormNote {
  kind: 'success' | 'error' | 'info';
  text: string;
}

interface FormMessageProps {
  note?: FormNote | null;
  /** A failure, which takes the place of the note. */
  failure?: string | null;
  /** The refused call that `failure` tells of. */
  refused?: unknown;
}

/** The answer to a form. A success hides after `timings.successMessage`; everything else stays until the next try. */
export function FormMessage({ note = null, failure = null, refused }: FormMessageProps) {
  const [hidden, setHidden] = useState<FormNote | null>(null);
  useEffect(() => {
    if (note?.kind !== 'success') return;
    const timer = setTimeout(() => setHidden(note), timings.successMessage);
    return () => clearTimeout(timer);
  }, [note]);
  const shown = failure !== null ? ({ kind: 'error', text: failure } as const) : note;
  return (
    <Collapse in={shown !== null && shown !== hidden} unmountOnExit>
      {shown && (
        <Alert severity={shown.kind}>
          {shown.text} {failure !== null && <LogLink error={refused} />}
        </Alert>
      )}
    </Collapse>
  );
}
