import { type AppMails, usualMails } from '@bedplate/contract';
import { appMails } from '../../store/collections.ts';
import type { Readers } from '../../store/readers.ts';

/** The document that holds them. */
export const appMailsId = 'all';

/** @returns what the owner of a users storage has set for its mails, and which version that is; the usual at first */
export async function mailsOf(store: Pick<Readers, 'in'>, storageId: string): Promise<{ mails: AppMails; version: number }> {
  const stored = (await store.in(appMails(storageId)).get(appMailsId))?.data;
  return stored ? { mails: mailsIn(stored.mails), version: stored.version } : { mails: usualMails, version: 0 };
}

/** @param text of mails as they were stored, perhaps by an earlier version */
export function mailsIn(text: string): AppMails {
  return { ...usualMails, ...(JSON.parse(text) as Partial<AppMails>) }; // checked before it was stored
}
