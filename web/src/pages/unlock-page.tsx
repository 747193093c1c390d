import { MailedAction } from '../features/account/mailed-action.tsx';
import { t } from '../texts/index.ts';

/** Opened from the mail about a locked account. */
export function UnlockPage() {
  return (
    <MailedAction action="unlock" title={t('unlock.title')} about={t('unlock.about')} button={t('unlock.button')} done="message.unlocked" />
  );
}
