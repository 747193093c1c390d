import type { RequestLine, RequestNames } from '@bedplate/contract';
import { t } from '../../texts/index.ts';

/** Names the caller: a key by its name, a webhook, a page that signs people in without a key, or an app user. */
export function callerText({ key, user }: Pick<RequestLine, 'key' | 'user'>, { keys }: RequestNames): string {
  if (user !== null) return t('requests.appUser', { id: user });
  if (key === null) return '–';
  if (key.startsWith('hook_')) return t('requests.webhook');
  if (key.startsWith('page:')) return t('requests.signInPage');
  const name = keys[key];
  return name === '' ? t('requests.accountKey') : (name ?? t('requests.removedKey'));
}

/** @returns the name of a storage; its id when it was deleted for good */
export function storageText(storageId: string | null, { storages }: RequestNames): string {
  return storageId === null ? '–' : (storages[storageId] ?? storageId);
}
