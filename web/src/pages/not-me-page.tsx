import { MailedAction } from '../features/account/mailed-action.tsx';
import { t } from '../texts/index.ts';

/** Opened from a mail about a change or a login that somebody else may have made. */
export function NotMePage() {
  return (
    <MailedAction
      action="not-me"
      title={t('notMe.title')}
      about={t('notMe.about')}
      button={t('notMe.button')}
      done="message.lockedByOwner"
    />
  );
}
