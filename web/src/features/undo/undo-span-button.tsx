import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../texts/index.ts';
import type { UndoSpan } from './undo-calls.ts';

const UndoSpanForm = lazy(async () => ({ default: (await import('./undo-span-form.tsx')).UndoSpanForm }));
const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));

/** Asks whose changes of which time are taken back, and shows them before. */
export function UndoSpanButton({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [span, setSpan] = useState<UndoSpan | null>(null);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        {t('undoSpan.open')}
      </Button>
      <Suspense>
        {isOpen && (
          <UndoSpanForm
            projectId={projectId}
            onClose={() => setOpen(false)}
            onChosen={(chosen) => {
              setOpen(false);
              setSpan(chosen);
            }}
          />
        )}
        {span && <UndoDialog projectId={projectId} of={span} title={t('undoSpan.title')} onClose={() => setSpan(null)} />}
      </Suspense>
    </>
  );
}
