import { isDeepStrictEqual } from 'node:util';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { mailsIn, mailsOf } from '../mail/mails-of.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { saveUserMails } from '../storages/user-mails.ts';
import type { PartOutcome, Restoring } from './restoring.ts';

/** Brings back the mails of a storage of users. A copy beside it signs nobody in, and mails nobody. */
export async function restoreMails(services: Services, caller: Caller, { storage, backed, isTrial }: Restoring): Promise<PartOutcome> {
  const none = { part: null, gaps: [] };
  if (backed.mails === undefined) return none;
  if (!storage) return { part: 'mails', gaps: [] };
  if (!isUserStorage(storage)) return none;
  const wanted = mailsIn(backed.mails);
  const { mails, version } = await mailsOf(services.store, storage.id);
  if (isDeepStrictEqual(mails, wanted)) return none;
  const path = { projectId: storage.data.projectId, storageId: storage.id };
  if (!isTrial) await saveUserMails(services, caller, { path, wanted: { ...wanted, version } });
  return { part: 'mails', gaps: [] };
}
