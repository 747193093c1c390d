import { useBlocker } from 'react-router-dom';
import { t } from '../../texts/index.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedChangesProps {
  /** The title of the form that would lose something. */
  form: string;
  /** Whether the person asked to close it. */
  closing: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/**
 * Stands beside a form with unsaved changes: asks when the form is to close, and when the browser
 * is to go to another page.
 */
export function UnsavedChanges({ form, closing, onKeep, onDiscard }: UnsavedChangesProps) {
  const leaving = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  const keep = () => {
    leaving.reset?.();
    onKeep();
  };
  const discard = () => {
    leaving.proceed?.();
    onDiscard();
  };
  return (
    <ConfirmDialog
      open={closing || leaving.state === 'blocked'}
      title={t('unsaved.title')}
      keep={t('unsaved.keep')}
      confirm={t('unsaved.discard')}
      busy={false}
      onKeep={keep}
      onConfirm={discard}
    >
      {t('unsaved.text', { form })}
    </ConfirmDialog>
  );
}
