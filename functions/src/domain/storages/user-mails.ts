import { type AppMailTrial, type AppMailsVersion, mailLimits, type MailPreview } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { exampleMail } from '../../services/example-mail.ts';
import type { Services } from '../../services/services.ts';
import { appMails } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { findProject } from '../callers/find-project.ts';
import { actorOf } from '../callers/member-of.ts';
import { appMailsId, mailsOf } from '../mail/mails-of.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { type StoragePath, usersStorage } from './users-storage.ts';

/** @returns who the mails to app users come from, how they look, and the owner's texts @throws {ApiError} not-found */
export async function userMails(services: Services, caller: Caller, path: StoragePath): Promise<AppMailsVersion> {
  const { id } = await usersStorage(services, caller, path);
  const { mails, version } = await mailsOf(services.store, id);
  return { ...mails, version };
}

/**
 * Stores them; mails that wait for their server get them as well.
 * @throws {ApiError} not-found, payload-too-large, conflict for a version that is not the newest
 */
export async function saveUserMails(
  services: Services,
  caller: Caller,
  { path, wanted: { version, ...mails } }: { path: StoragePath; wanted: AppMailsVersion },
): Promise<AppMailsVersion> {
  const { id, data } = await usersStorage(services, caller, path);
  const text = JSON.stringify(mails);
  if (Buffer.byteLength(text) > mailLimits.bytes)
    throw new ApiError('payload-too-large', say('mailsLarge', { max: mailLimits.bytes / 1024 }));
  await services.store.transaction(async (tx) => {
    const [storage, before] = [await tx.storages.get(id), await mailsOf(tx, id)];
    if (!storage || storage.data.archived) throw notFound('Storage');
    if (before.version !== version) throw new ApiError('conflict', say('mailsChanged'));
    const document = {
      mails: text,
      version: version + 1,
      updatedAt: Timestamp.fromMillis(services.clock()),
      updatedBy: caller.uid,
    };
    tx.write(
      appMails(id).set(appMailsId, document),
      activityWrite(services, {
        ...actorOf(caller),
        projectId: data.projectId,
        module: 'Data Storage',
        activity: 'Update Storage',
        kind: 'appMailsChanged',
        values: { who: caller.name, name: data.storageName },
      }),
    );
  });
  return { ...mails, version: version + 1 };
}

/** @returns a mail as it would be, with words for its places; nothing is stored or sent */
export async function previewUserMail(
  services: Services,
  caller: Caller,
  { path, trial }: { path: StoragePath; trial: AppMailTrial },
): Promise<MailPreview> {
  await usersStorage(services, caller, path);
  const project = await findProject(services, caller, path.projectId);
  return exampleMail(trial, project.data.name);
}

const perPerson = {
  scope: 'test-mail',
  max: 20,
  windowMillis: 3_600_000,
  message: say('testMailsMany'),
};

/** Sends such a mail to the caller's own address. @throws {ApiError} too-many-requests, unavailable with the mail server's answer */
export async function sendTestMail(
  services: Services,
  caller: Caller,
  { path, trial }: { path: StoragePath; trial: AppMailTrial },
): Promise<{ address: string }> {
  const mail = await previewUserMail(services, caller, { path, trial });
  await countAttempt(services, perPerson, caller.uid);
  const { email: address, name } = caller;
  await services.mailer.send(services.makeId().id, { to: { name, address }, mail, from: trial.mails });
  return { address };
}
