import type { Unsaved } from '../../lib/unsaved.ts';
import { t } from '../../texts/index.ts';
import '../../texts/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveDialogProps {
  unsaved: Unsaved;
  onKeep: () => void;
  onLeave: () => void;
}

/** Asks whether what is unsaved may be lost. */
export function LeaveDialog({ unsaved: { name, question }, onKeep, onLeave }: LeaveDialogProps) {
  const form = name ?? document.title.split(' · ')[0] ?? '';
  const texts = question ?? {
    title: t('unsaved.title'),
    text: t('unsaved.text', { form }),
    keep: t('unsaved.keep'),
    leave: t('unsaved.discard'),
  };
  return (
    <ConfirmDialog open title={texts.title} keep={texts.keep} confirm={texts.leave} busy={false} onKeep={onKeep} onConfirm={onLeave}>
      {texts.text}
    </ConfirmDialog>
  );
}
