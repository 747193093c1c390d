import { lazy, Suspense, useEffect } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import { useOpened } from '../../../lib/use-opened.ts';
import type { CellDialogProps } from './cell-dialog.tsx';

const load = async () => ({ default: (await import('./cell-dialog.tsx')).CellDialog });
const CellDialog = lazy(load);

/** Loads what reads a cell while the page is idle: it also shows a value that was not stored, as when nothing can be loaded any more. */
export function useReaderAhead(): void {
  // A failure is no loss: opening loads again.
  useEffect(() => afterPaint(() => void load().catch(() => {})), []);
}

/** Shows the whole value of a cell. */
export function CellReader(props: CellDialogProps) {
  const opened = useOpened(props.cell !== null);
  return (
    opened && (
      <Suspense>
        <CellDialog {...props} />
      </Suspense>
    )
  );
}
