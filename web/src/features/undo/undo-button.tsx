import Button from '@mui/material/Button';
import { lazy } from 'react';
import { openDialog } from '../../components/page-dialogs.tsx';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/undo.ts';
import type { UndoOf } from './undo-calls.ts';

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.tsx')).UndoDialog }));

interface UndoButtonProps {
  projectId: string;
  of: UndoOf;
  /** Says what is taken back. */
  title: string;
}

/** Offers to take back what a key, a call or a member did, after a look at what that would change. */
export function UndoButton({ projectId, of, title }: UndoButtonProps) {
  return (
    <IfMay to="storages.write">
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={title}
        onClick={() => openDialog((onClose) => <UndoDialog projectId={projectId} of={of} title={title} onClose={onClose} />)}
      >
        {t('undoOf.open')}
      </Button>
    </IfMay>
  );
}
