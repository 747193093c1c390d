import type { RequestLine, RequestNames } from '@bedplate/contract';
import { t } from '../../texts/index.ts';

/** Names the caller: a key by its name, a webhook, a page that signs people in without a key, an app user, a member in the console, or a stranger. */
export function callerText({ key, user, member }: Pick<RequestLine, 'key' | 'user' | 'member'>, names: RequestNames): string {
  const { keys, users, members } = names;
  if (user !== null) return users[user] ?? t('requests.appUser', { id: user });
  if (member !== null) return t('requests.inConsole', { name: members[member] ?? t('requests.formerMember') });
  if (key === null) return t('requests.unknownCaller');
  const name = keys[key];
  if (key.startsWith('hook_')) return name ? t('requests.webhookOf', { name }) : t('requests.webhook');
  if (key.startsWith('page:')) return t('requests.signInPage');
  return name === '' ? t('requests.accountKey') : (name ?? t('requests.removedKey'));
}

/** @returns the name of a storage; its id when it was deleted for good */
export function storageText(storageId: string | null, { storages }: RequestNames): string {
  return storageId === null ? '–' : (storages[storageId] ?? storageId);
}
