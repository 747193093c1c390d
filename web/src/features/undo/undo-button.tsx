import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import type { UndoOf } from './undo-calls.ts';

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));

interface UndoButtonProps {
  projectId: string;
  of: UndoOf;
  /** The author, or the call, as people know it. */
  name: string;
}

/** Offers to take back what a key or a call did, after a look at what that would change. */
export function UndoButton({ projectId, of, name }: UndoButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfMay to="storages.write">
      <Button size="small" variant="outlined" color="inherit" aria-label={t('undoOf.openNamed', { name })} onClick={() => setOpen(true)}>
        {t('undoOf.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndoDialog projectId={projectId} of={of} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </IfMay>
  );
}
