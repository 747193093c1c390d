import { lazy, Suspense } from 'react';
import { useOpened } from '../../../lib/use-opened.ts';
import type { CellDialogProps } from './cell-dialog.tsx';

export const loadCellReader = async () => ({ default: (await import('./cell-dialog.tsx')).CellDialog });
const CellDialog = lazy(loadCellReader);

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
