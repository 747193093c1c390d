import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { t } from '../../../texts/index.ts';

/**
 * Stands there while an import works: another page would end it half-way, so the browser's Back
 * asks first.
 */
export function LeaveQuestion() {
  const leaving = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  return (
    <ConfirmDialog
      open={leaving.state === 'blocked'}
      title={t('import.leaveTitle')}
      keep={t('import.stay')}
      confirm={t('import.leave')}
      busy={false}
      onKeep={() => leaving.reset?.()}
      onConfirm={() => leaving.proceed?.()}
    >
      {t('import.leaveText')}
    </ConfirmDialog>
  );
}
